import { type Command, defineCommand } from '../frame/command.js';
import { exitCodes } from '../exit-codes.js';
import { CommandFailure } from '../command-failure.js';
import { bashCompletion } from './bash.js';
import { type CompletionEntry, buildCompletions } from './completions.js';
import { fishCompletion } from './fish.js';
import { zshCompletion } from './zsh.js';

const SHELLS: Readonly<Record<string, (entries: readonly CompletionEntry[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

/** Takes the list as a function, because the list also contains this command. */
export function completionCommand(
  commands: () => readonly Command[],
  nouns: Readonly<Record<string, string>>,
): Command {
  return defineCommand({
    name: 'completion',
    summary: 'print a shell completion script',
    args: [{ name: '<shell>', description: 'the shell', choices: Object.keys(SHELLS) }],
    examples: [
      { line: 'completion bash > ~/.local/share/bash-completion/completions/modelgate', what: 'bash:' },
      { line: 'completion zsh > "${fpath[1]}/_modelgate"', what: 'zsh:' },
      { line: 'completion fish > ~/.config/fish/completions/modelgate.fish', what: 'fish:' },
    ],
    json: false,
    run: async ({ args: [shell = ''] }, output) => {
      const write = SHELLS[shell];
      if (write === undefined)
        throw new CommandFailure(`Shell completion is not available for ${shell}.`, exitCodes.usage);
      const script = write(buildCompletions(commands(), nouns));
      output.result(script, () => [script.trimEnd()]);
    },
  });
}
