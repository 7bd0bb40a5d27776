// node --import FILE DRIVER: the driver imports the packages that are installed in the folder in which node is run.

import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";

const driver = pathToFileURL(process.argv[1]).href;
const folder = pathToFileURL(`${process.cwd()}/`).href;

registerHooks({
  resolve(specifier, context, next) {
    return next(specifier, context.parentURL === driver ? { ...context, parentURL: folder } : context);
  },
});
