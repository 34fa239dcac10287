"""A model on the loopback interface in four dialects: Anthropic Messages, OpenAI Responses and Chat, Gemini.

Standard library only.

The "model" is a script: each step is a tool call, made once, as soon as a request holds the step's `when` text; else it
says "done".
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

MARK = "mock_step_"


class MockModel:
    """Context manager; `url` is where it listens, `bodies` what it was sent."""

    def __init__(self, steps=()):
        self.steps = list(steps)  # (when, tool name, arguments)
        self.bodies = []
        handler = type("Handler", (_Handler,), {"model": self})
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.server.daemon_threads = True
        self.url = "http://127.0.0.1:%d" % self.server.server_address[1]

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    def seen(self):
        """Everything the model was sent, one text a request."""
        return [json.dumps(body, ensure_ascii=False) for body in self.bodies]

    def next_step(self, body):
        """(call id, tool, arguments) or None."""
        text = json.dumps(body, ensure_ascii=False)
        if not body.get("tools"):
            return None
        for number, (when, name, arguments) in enumerate(self.steps):
            if MARK + str(number) not in text:
                return (MARK + str(number), name, arguments) if when in text else None
        return None


class _Handler(BaseHTTPRequestHandler):
    model = None
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        self._json({"object": "list", "data": [], "models": []})

    def do_HEAD(self):
        self._json({})

    def do_POST(self):
        raw = self.rfile.read(int(self.headers.get("content-length") or 0))
        try:
            body = json.loads(raw or b"{}")
        except ValueError:
            body = {}
        path = self.path.split("?")[0]
        if path.endswith("ountTokens") or path.endswith("count_tokens"):
            return self._json({"input_tokens": 1, "totalTokens": 1})
        self.model.bodies.append(body)
        step = self.model.next_step(body)
        if path.endswith("/messages"):
            return self._anthropic(body, step)
        if path.endswith("/responses"):
            return self._openai(step)
        if path.endswith("/chat/completions"):
            return self._chat(step, bool(body.get("stream")))
        return self._gemini(step, "stream" in path)

    def _anthropic(self, body, step):
        usage = {
            "input_tokens": 1,
            "output_tokens": 1,
            "cache_creation_input_tokens": 0,
            "cache_read_input_tokens": 0,
        }
        block = (
            {"type": "tool_use", "id": step[0], "name": step[1], "input": step[2]}
            if step
            else {"type": "text", "text": "done"}
        )
        stop = "tool_use" if step else "end_turn"
        message = {
            "id": "msg",
            "type": "message",
            "role": "assistant",
            "model": body.get("model", "mock"),
            "content": [],
            "stop_reason": None,
            "stop_sequence": None,
            "usage": usage,
        }
        if not body.get("stream"):
            return self._json({**message, "content": [block], "stop_reason": stop})
        empty = {**block, "input": {}} if step else {**block, "text": ""}
        delta = (
            {"type": "input_json_delta", "partial_json": json.dumps(step[2])}
            if step
            else {"type": "text_delta", "text": "done"}
        )
        return self._events(
            [
                {"type": "message_start", "message": message},
                {"type": "content_block_start", "index": 0, "content_block": empty},
                {"type": "content_block_delta", "index": 0, "delta": delta},
                {"type": "content_block_stop", "index": 0},
                {
                    "type": "message_delta",
                    "delta": {"stop_reason": stop, "stop_sequence": None},
                    "usage": usage,
                },
                {"type": "message_stop"},
            ]
        )

    def _openai(self, step):
        if step:
            item = {
                "type": "function_call",
                "id": "fc_" + step[0],
                "call_id": step[0],
                "name": step[1],
                "arguments": json.dumps(step[2]),
                "status": "completed",
            }
            if "/" in step[1]:
                item["namespace"], item["name"] = step[1].split("/", 1)
        else:
            item = {
                "type": "message",
                "id": "msg",
                "role": "assistant",
                "status": "completed",
                "content": [{"type": "output_text", "text": "done", "annotations": []}],
            }
        usage = {
            "input_tokens": 1,
            "input_tokens_details": {"cached_tokens": 0},
            "output_tokens": 1,
            "output_tokens_details": {"reasoning_tokens": 0},
            "total_tokens": 2,
        }
        response = {
            "id": "resp",
            "object": "response",
            "status": "completed",
            "model": "mock",
            "output": [item],
            "usage": usage,
        }
        self._events(
            [
                {
                    "type": "response.created",
                    "response": {**response, "status": "in_progress", "output": []},
                },
                {"type": "response.output_item.added", "output_index": 0, "item": item},
                {"type": "response.output_item.done", "output_index": 0, "item": item},
                {"type": "response.completed", "response": response},
            ]
        )

    def _chat(self, step, stream):
        said = {"role": "assistant", "content": "done"}
        if step:
            function = {"name": step[1], "arguments": json.dumps(step[2])}
            said = {"role": "assistant", "content": None}
            said["tool_calls"] = [
                {"index": 0, "id": step[0], "type": "function", "function": function}
            ]
        choice = {"index": 0, "finish_reason": "tool_calls" if step else "stop"}
        usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
        value = {
            "id": "chat",
            "object": "chat.completion",
            "created": 1,
            "model": "mock",
            "usage": usage,
        }
        if not stream:
            return self._json({**value, "choices": [{**choice, "message": said}]})
        value["object"] = "chat.completion.chunk"
        first = {
            **value,
            "usage": None,
            "choices": [{"index": 0, "delta": said, "finish_reason": None}],
        }
        last = {**value, "choices": [{**choice, "delta": {}}]}
        lines = [json.dumps(first), json.dumps(last), "[DONE]"]
        return self._send(
            "".join("data: %s\n\n" % line for line in lines).encode(),
            "text/event-stream",
        )

    def _gemini(self, step, stream):
        part = (
            {"functionCall": {"id": step[0], "name": step[1], "args": step[2]}}
            if step
            else {"text": "done"}
        )
        value = {
            "candidates": [
                {
                    "content": {"role": "model", "parts": [part]},
                    "finishReason": "STOP",
                    "index": 0,
                }
            ],
            "usageMetadata": {
                "promptTokenCount": 1,
                "candidatesTokenCount": 1,
                "totalTokenCount": 2,
            },
            "modelVersion": "mock",
        }
        self._send(
            b"data: " + json.dumps(value).encode() + b"\r\n\r\n", "text/event-stream"
        ) if stream else self._json(value)

    def _events(self, events):
        self._send(
            b"".join(
                b"event: %s\ndata: %s\n\n"
                % (e["type"].encode(), json.dumps(e).encode())
                for e in events
            ),
            "text/event-stream",
        )

    def _json(self, value):
        self._send(json.dumps(value).encode(), "application/json")

    def _send(self, data, kind):
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)
