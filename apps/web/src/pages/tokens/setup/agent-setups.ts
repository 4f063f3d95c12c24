import { quote } from '../../../playground/view-code/quote.js';
import {
  type ClientSetup,
  type SetupBlock,
  type SetupValues,
  TOKEN_VARIABLE,
  exportToken,
  keyAs,
  lines,
} from './setup-values.js';

/** JSON strings are valid TOML strings: all JSON escapes have the same meaning in TOML. */
const quoteToml = (text: string): string => JSON.stringify(text);

/** The same setups as in `npm run test:agents`. */
export const AGENT_SETUPS: readonly ClientSetup[] = [
  { id: 'claude-code', label: 'Claude Code', anchor: 'claude-code', build: buildClaudeCode },
  { id: 'codex', label: 'Codex', anchor: 'codex', build: buildCodex },
  { id: 'gemini-cli', label: 'Gemini CLI', anchor: 'gemini-cli', build: buildGeminiCli },
  { id: 'opencode', label: 'opencode', anchor: 'opencode', build: buildOpencode },
  { id: 'cursor', label: 'Cursor', anchor: 'cursor', build: buildCursor },
];

function buildClaudeCode(values: SetupValues): SetupBlock[] {
  const { gateway, model } = values;
  return [
    {
      title: 'Shell',
      code: lines(
        `export ANTHROPIC_BASE_URL=${quote.shell(gateway)}`,
        `export ANTHROPIC_AUTH_TOKEN=${keyAs.shell(values)}`,
        `export ANTHROPIC_MODEL=${quote.shell(model)}`,
        `export ANTHROPIC_DEFAULT_HAIKU_MODEL=${quote.shell(model)}`,
        'claude',
      ),
    },
  ];
}

function buildCodex(values: SetupValues): SetupBlock[] {
  const { gateway, model } = values;
  return [
    {
      title: '~/.codex/config.toml',
      code: lines(
        'model_provider = "modelgate"',
        `model = ${quoteToml(model)}`,
        '',
        '[model_providers.modelgate]',
        'name = "Modelgate"',
        `base_url = ${quoteToml(`${gateway}/v1`)}`,
        `env_key = "${TOKEN_VARIABLE}"`,
        'wire_api = "responses"',
      ),
    },
    { title: 'Shell', code: lines(...exportToken(values), 'codex') },
  ];
}

function buildGeminiCli(values: SetupValues): SetupBlock[] {
  const { gateway, model } = values;
  return [
    {
      title: '~/.gemini/settings.json',
      code: '{ "security": { "auth": { "selectedType": "gemini-api-key" } } }',
    },
    {
      title: 'Shell',
      code: lines(
        `export GOOGLE_GEMINI_BASE_URL=${quote.shell(gateway)}`,
        `export GEMINI_API_KEY=${keyAs.shell(values)}`,
        `gemini -m ${quote.shell(model)}`,
      ),
    },
  ];
}

function buildOpencode(values: SetupValues): SetupBlock[] {
  const { gateway, model } = values;
  return [
    {
      title: 'opencode.json',
      code: lines(
        '{',
        '  "$schema": "https://opencode.ai/config.json",',
        '  "provider": {',
        '    "modelgate": {',
        '      "npm": "@ai-sdk/openai-compatible",',
        '      "name": "Modelgate",',
        '      "options": {',
        `        "baseURL": ${JSON.stringify(`${gateway}/v1`)},`,
        `        "apiKey": "{env:${TOKEN_VARIABLE}}"`,
        '      },',
        `      "models": { ${JSON.stringify(model)}: { "name": ${JSON.stringify(model)} } }`,
        '    }',
        '  }',
        '}',
      ),
    },
    {
      title: 'Shell',
      code: lines(...exportToken(values), `opencode -m ${quote.shell(`modelgate/${model}`)}`),
    },
  ];
}

/** Cursor has no config file: these are the settings of its dialog, in the same order. */
function buildCursor({ gateway, key, model }: SetupValues): SetupBlock[] {
  return [
    ...(key === undefined ? [] : [{ title: 'OpenAI API Key', code: key }]),
    { title: 'Override OpenAI Base URL', code: `${gateway}/v1` },
    { title: 'Add Custom Model', code: model },
  ];
}
