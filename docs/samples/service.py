"""A whole service that speaks the subject protocol over HTTP, with the standard library alone."""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def chat_tools_to_responses_tools(tools):
    """Your converter goes here."""
    flat = []
    for tool in tools if isinstance(tools, list) else []:
        if not isinstance(tool, dict):
            continue
        if tool.get("type") in ("local_shell", "web_search") and "function" not in tool:
            flat.append(tool)
        function = tool.get("function")
        if tool.get("type") != "function" or not isinstance(function, dict):
            continue
        name, description = function.get("name"), function.get("description")
        parameters = function.get("parameters")
        if parameters is None:
            parameters = {"type": "object", "properties": {}}
        if all(isinstance(text, str) and text for text in (name, description)) and isinstance(parameters, dict):
            strict = function.get("strict") is True
            flat.append(
                {
                    "type": "function",
                    "name": name,
                    "description": description,
                    "parameters": parameters,
                    "strict": strict,
                }
            )
    return flat


OPERATIONS = {"chat-tools-to-responses-tools": chat_tools_to_responses_tools}
DESCRIPTION = {"protocol": 1, "name": "small-service", "language": "python", "operations": list(OPERATIONS)}


class Refused(Exception):
    """A request that is none of the protocol's: its status, and why."""

    def __init__(self, status, detail):
        super().__init__(detail)
        self.status = status


def no_number(name):
    raise ValueError(f"{name} is no JSON")


def request_of(body, operation):
    try:
        request = json.loads(body, parse_constant=no_number)
    except (ValueError, RecursionError) as error:
        raise Refused(400, f"The body is no JSON: {error}")
    if not isinstance(request, dict) or request.get("jsonrpc") != "2.0" or request.get("method") != "convert":
        raise Refused(400, "The body is no JSON-RPC request to convert.")
    if type(request.get("id")) is not int:
        raise Refused(400, "The id must be an integer.")
    params = request.get("params")
    if not isinstance(params, dict) or params.get("operation") != operation or "input" not in params:
        raise Refused(400, "The params must hold the operation of the path and an input.")
    return request


def converted(convert, given):
    try:
        return {"result": {"output": convert(given), "input_after": given}}
    except Exception as error:
        return {"error": {"code": -32000, "message": str(error), "data": {"type": type(error).__name__}}}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"  # connections stay open

    def do_GET(self):
        self.body()
        if self.path == "/describe":
            return self.answer(200, {"jsonrpc": "2.0", "id": 0, "result": DESCRIPTION})
        return self.refuse(405 if self.path.startswith("/convert/") else 404, "There is GET /describe.", "POST")

    def do_POST(self):
        body, operation = self.body(), self.path.removeprefix("/convert/")
        if not self.path.startswith("/convert/"):
            return self.refuse(405 if self.path == "/describe" else 404, "There is POST /convert/OPERATION.", "GET")
        try:
            if operation not in OPERATIONS:
                raise Refused(404, "No operation of that name is offered.")
            if self.headers.get_content_type() != "application/json" or "Content-Type" not in self.headers:
                raise Refused(415, "The body must be application/json.")
            request = request_of(body, operation)
        except Refused as refused:
            return self.refuse(refused.status, str(refused))
        answer = converted(OPERATIONS[operation], request["params"]["input"])
        return self.answer(200, {"jsonrpc": "2.0", "id": request["id"], **answer})

    def body(self):
        """Return the body; one that nobody read would be taken for the next request."""
        length = self.headers.get("Content-Length", "")
        return self.rfile.read(int(length)) if length.isdecimal() else b""

    def refuse(self, status, detail, allow=None):
        problem = {"title": self.responses[status][0], "status": status, "detail": detail}
        self.answer(status, problem, "application/problem+json", allow)

    def answer(self, status, value, content_type="application/json", allow=None):
        try:
            body = json.dumps(value).encode()
        except RecursionError:
            return self.refuse(400, "The body is nested too deeply.")
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        if allow:
            self.send_header("Allow", allow)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_args):
        pass


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 8000), Handler)
    print(f"Listening on http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
