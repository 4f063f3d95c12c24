import { platformPackage } from '../installed.mjs';

/** Claude Code supports only the Messages format. */
export const claudeCode = {
  name: 'Claude Code',
  id: 'claude-code',
  version: '2.1.325',
  own: { provider: 'anthropic', models: ['claude-*'] },
  command: (modules) => [platformPackage(modules, '@anthropic-ai/claude-code-{os}-{cpu}', 'claude')],
  shell: (toolNames, command) =>
    toolNames.includes('Bash') && {
      name: 'Bash',
      arguments: { command, description: 'Prints a number' },
    },
  setUp: () => undefined,
  environment: ({ origin, token, model }) => ({
    ANTHROPIC_BASE_URL: origin,
    ANTHROPIC_AUTH_TOKEN: token,
    ...(model && { ANTHROPIC_MODEL: model, ANTHROPIC_DEFAULT_HAIKU_MODEL: model }),
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  }),
  start: (prompt) => ['-p', prompt, '--allowedTools', 'Bash'],
  resume: (prompt) => ['--continue', '-p', prompt, '--allowedTools', 'Bash'],
};
