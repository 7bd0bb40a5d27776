// node --import FILE [PROGRAM OF THE SUITE] PROGRAM [ARGUMENTS]: the program, the last word that ends with .mjs, imports
// the packages that are installed in the folder in which node is run.

import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";

const program = pathToFileURL(process.argv.findLast((word) => word.endsWith(".mjs"))).href;
const folder = pathToFileURL(`${process.cwd()}/`).href;

registerHooks({
  resolve(specifier, context, next) {
    return next(specifier, context.parentURL === program ? { ...context, parentURL: folder } : context);
  },
});
