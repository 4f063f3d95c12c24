import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The tools through which its models reach a shell; newer models write a program that does. */
const COMMANDS = {
  exec: (command) => ({ input: `text(await tools.exec_command({ cmd: ${JSON.stringify(command)} }));` }),
  exec_command: (command) => ({ cmd: command }),
  shell_command: (command) => ({ command }),
  shell: (command) => ({ command: ['sh', '-c', command] }),
};

/** Codex uses the Responses format: with OpenAI's own provider over a WebSocket, with others in streams. */
export const codex = {
  name: 'Codex',
  id: 'codex',
  version: '0.166.0',
  own: { provider: 'openai', models: ['gpt-6*', 'codex-*'] },
  command: (modules) => [process.execPath, join(modules, '@openai', 'codex', 'bin', 'codex.js')],
  shell: (toolNames, command) => {
    const [name, build] =
      Object.entries(COMMANDS)
        .map(([known, build]) => [toolNames.find((each) => each.split('__').at(-1) === known), build])
        .find(([name]) => name !== undefined) ?? [];
    return name && { name, arguments: build(command) };
  },
  setUp: ({ home, origin, model }) => {
    mkdirSync(join(home, '.codex'), { recursive: true });
    writeFileSync(join(home, '.codex', 'config.toml'), model ? byProvider(origin) : byAddress(origin));
  },
  onOverflow: {
    says: /ran out of room in the model's context window/,
    saysCompacted: /context compacted/,
  },
  environment: ({ token }) => ({ CODEX_API_KEY: token, MODELGATE_TOKEN: token }),
  start: (prompt, model) => ['exec', ...options(model), prompt],
  resume: (prompt, model) => ['exec', ...options(model), 'resume', '--last', prompt],
};

const options = (model) => [
  '--skip-git-repo-check',
  '--dangerously-bypass-approvals-and-sandbox',
  ...(model ? ['-m', model] : []),
];

const byAddress = (origin) => `openai_base_url = "${origin}/v1"\n${QUIET}`;

const byProvider = (origin) => `model_provider = "modelgate"
${QUIET}
[model_providers.modelgate]
name = "Modelgate"
base_url = "${origin}/v1"
env_key = "MODELGATE_TOKEN"
wire_api = "responses"
`;

const QUIET = `check_for_update_on_startup = false

[analytics]
enabled = false
`;
