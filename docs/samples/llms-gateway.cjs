// A gateway to certify: @musistudio/llms, which wants a provider in front of the name of the model.
const { default: Server } = require("@musistudio/llms");
const server = new Server({
  logger: false,
  initialConfig: {
    PORT: 4000, HOST: "127.0.0.1",
    providers: [{
      name: "suite", api_base_url: "http://127.0.0.1:8329/v1/chat/completions", api_key: "none", models: ["any"],
      transformer: { use: ["maxcompletiontokens", "streamoptions"] },
    }],
  },
});
server.addHook("preHandler", async (request) => {
  if (request.body?.model) request.body.model = `suite,${request.body.model}`;
});
server.start();
