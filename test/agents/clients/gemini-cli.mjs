import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SETTINGS = {
  security: { auth: { selectedType: 'gemini-api-key' } },
  general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
  privacy: { usageStatisticsEnabled: false },
};

/** Gemini CLI uses Google's format. */
export const geminiCli = {
  name: 'Gemini CLI',
  id: 'gemini-cli',
  version: '0.61.0',
  own: { provider: 'gemini', models: ['gemini-*'] },
  command: (modules) => [process.execPath, join(modules, '@google', 'gemini-cli', 'bundle', 'gemini.js')],
  shell: (toolNames, command) =>
    toolNames.includes('run_shell_command') && { name: 'run_shell_command', arguments: { command } },
  setUp: ({ home }) => {
    mkdirSync(join(home, '.gemini'), { recursive: true });
    writeFileSync(join(home, '.gemini', 'settings.json'), JSON.stringify(SETTINGS));
  },
  limits: {
    overflow: {
      says: /exceeds the maximum number of tokens/,
      reason:
        'it does not make a conversation shorter that a service finds too long; it says what the service said',
    },
  },
  environment: ({ origin, token }) => ({ GOOGLE_GEMINI_BASE_URL: origin, GEMINI_API_KEY: token }),
  start: (prompt, model) => [...options(model), '-p', prompt],
  resume: (prompt, model) => [...options(model), '--resume', 'latest', '-p', prompt],
};

const options = (model) => ['--approval-mode', 'yolo', '--skip-trust', ...(model ? ['-m', model] : [])];
