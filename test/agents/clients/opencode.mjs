import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { platformPackage } from '../installed.mjs';

const OWN_MODEL = 'gpt-5.1';
/** The model for titles. */
const SMALL_MODEL = 'gpt-5.4-nano';

/** opencode uses the format of its provider: here chat for foreign models, and Responses with OpenAI's own provider. */
export const opencode = {
  name: 'opencode',
  id: 'opencode',
  version: '1.18.18',
  own: { provider: 'openai', models: [OWN_MODEL, SMALL_MODEL] },
  command: (modules) => [platformPackage(modules, 'opencode-{os}-{cpu}', 'bin/opencode')],
  shell: (toolNames, command) =>
    toolNames.includes('bash') && {
      name: 'bash',
      arguments: { command, description: 'Prints a number' },
    },
  setUp: ({ folder, origin, models }) =>
    writeFileSync(join(folder, 'opencode.json'), JSON.stringify(toConfig(origin, models))),
  environment: ({ token }) => ({
    MODELGATE_TOKEN: token,
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  }),
  start: (prompt, model) => ['run', '-m', toName(model), prompt],
  resume: (prompt, model) => ['run', '--continue', '-m', toName(model), prompt],
};

const toName = (model) => (model ? `modelgate/${model}` : `openai/${OWN_MODEL}`);

function toConfig(origin, models) {
  const options = { baseURL: `${origin}/v1`, apiKey: '{env:MODELGATE_TOKEN}' };
  return {
    autoupdate: false,
    share: 'disabled',
    permission: { bash: 'allow' },
    provider: {
      openai: { options },
      modelgate: {
        npm: '@ai-sdk/openai-compatible',
        name: 'Modelgate',
        options,
        models: Object.fromEntries(models.map((id) => [id, { name: id }])),
      },
    },
  };
}
