// OpenCode's plugin: hands its events to the hooks, and what they answer to the agent. A hook that fails says nothing.
import { spawn } from "node:child_process"
import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { homedir } from "node:os"
import { dirname, isAbsolute, join, relative } from "node:path"
import { fileURLToPath } from "node:url"

const LAUNCHER = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "hooks", "launch.sh")
const SECONDS = 10
const DAY = 86_400_000 // milliseconds after which a transcript that a killed client left is removed
const WRITERS = new Set(["write", "edit", "patch", "apply_patch", "multiedit"])

// What a hook answers: {context}, {refuse} or {request}; {} when it says nothing, fails or takes too long.
function run(words, payload) {
  return new Promise((resolve) => {
    let said = ""
    const child = spawn("sh", [LAUNCHER, ...words, "--host", "opencode"], { stdio: ["pipe", "pipe", "ignore"] })
    const timer = setTimeout(() => child.kill("SIGKILL"), SECONDS * 1000)
    child.stdout.on("data", (data) => (said += data))
    child.stdin.on("error", () => {})
    child.on("error", () => resolve({}))
    child.on("close", () => {
      clearTimeout(timer)
      try {
        resolve(JSON.parse(said) ?? {})
      } catch {
        resolve({})
      }
    })
    child.stdin.end(JSON.stringify(payload))
  })
}

// What was typed: `opencode run` puts a word with spaces between quotation marks.
const typed = (text) => text.replace(/^"((?:[^"\\]|\\.)*)"$/s, (_, words) => words.replaceAll('\\"', '"'))

// The lines of a transcript: what was said and which tools were called, one message a line.
function lines(messages) {
  return messages.map(({ info, parts }) => {
    const content = []
    for (const part of parts) {
      if (part.type === "text" && !part.synthetic) content.push({ type: "text", text: typed(part.text) })
      if (part.type !== "tool") continue
      const { input, output, error, status } = part.state
      content.push({ type: "tool_use", name: part.tool, input })
      content.push({ type: "tool_result", content: output ?? error ?? "", is_error: status !== "completed" })
    }
    const time = new Date(info.time.created).toISOString()
    return JSON.stringify({ role: info.role, timestamp: time, message: { content } })
  })
}

// The private folder of transcripts, as core/environment.py has the state's; one in the project would be the repository's.
function privateFolder(project) {
  const given = process.env.XDG_STATE_HOME ?? ""
  const outside = isAbsolute(given) && (relative(project, given).startsWith("..") || isAbsolute(relative(project, given)))
  const base = (process.platform === "win32" && process.env.LOCALAPPDATA) || homedir()
  const folder = join(outside ? given : join(base, ".local", "state"), "memory-retrieval", "opencode")
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    if (Date.now() - statSync(file, { throwIfNoEntry: false })?.mtimeMs > DAY) rmSync(file, { force: true })
  }
  return folder
}

export const Memories = async ({ client, directory }) => {
  const started = new Set()
  const children = new Map()
  const written = new Set()
  let folder = ""
  let stopping
  const base = (id) => ({ session_id: id, cwd: directory })
  // Whether a session was started by another agent.
  const isChild = async (id) => {
    if (!children.has(id)) children.set(id, Boolean((await client.session.get({ path: { id } })).data?.parentID))
    return children.get(id)
  }
  const transcript = async (id) => {
    folder ||= privateFolder(directory)
    const path = join(folder, id.replace(/[^\w-]/g, "") + ".jsonl")
    const found = (await client.session.messages({ path: { id } })).data ?? []
    writeFileSync(path, lines(found).join("\n") + "\n", { mode: 0o600 })
    written.add(path)
    return path
  }
  return {
    "chat.message": async ({ sessionID: id }, { message, parts }) => {
      const own = parts.filter((part) => part.type === "text" && !part.synthetic)
      if (!own.length) return
      const said = []
      if (!started.has(id)) {
        started.add(id)
        const before = (await client.session.messages({ path: { id } })).data ?? []
        const source = before.length > 1 ? "resume" : "startup"
        said.push(await run([(await isChild(id)) ? "subagent-start" : "session-start"], { ...base(id), source }))
      }
      const prompt = own.map((part) => typed(part.text)).join("\n")
      if (!(await isChild(id))) said.push(await run(["prompt"], { ...base(id), prompt }))
      const text = said.flatMap(({ context }) => context ?? []).join("\n")
      const part = { sessionID: id, messageID: message.id, type: "text", synthetic: true, text }
      if (text) parts.push({ ...part, id: own.at(-1).id + "m" })
    },
    "tool.execute.before": async ({ tool, sessionID: id }, { args }) => {
      if (!WRITERS.has(tool) && tool !== "bash") return
      const words = tool === "bash" ? ["pre-tool", "--if-guarded"] : ["pre-tool"]
      const { refuse } = await run(words, { ...base(id), tool_name: tool, tool_input: args })
      if (refuse) throw new Error(refuse)
    },
    "tool.execute.after": async ({ tool, sessionID: id, args }, output) => {
      const way = { bash: "--if-failed", read: "--if-watched" }[tool]
      if (!way) return
      const error = output.metadata?.exit ? output.output : undefined
      const payload = { ...base(id), tool_name: tool, tool_input: args, tool_response: output.output, error }
      const { context } = await run(error ? ["tool-failed"] : ["after-tool", way], payload)
      if (context) output.output += "\n\n" + context
    },
    "experimental.session.compacting": async ({ sessionID: id }) => {
      await run(["pre-compact"], { ...base(id), transcript_path: await transcript(id) })
    },
    event: async ({ event }) => {
      const id = event.properties?.sessionID
      if (event.type !== "session.idle" || !id || (await isChild(id))) return
      stopping = run(["stop"], { ...base(id), transcript_path: await transcript(id) })
      const { request } = await stopping
      if (request) await client.session.prompt({ path: { id }, body: { parts: [{ type: "text", text: request }] } })
    },
    dispose: async () => {
      await stopping
      for (const id of started) {
        if (!(await isChild(id))) await run(["session-end"], { ...base(id), transcript_path: await transcript(id) })
      }
      for (const path of written) rmSync(path, { force: true })
    },
  }
}
