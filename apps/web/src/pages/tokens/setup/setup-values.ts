import { quote } from '../../../playground/view-code/quote.js';

export interface SetupValues {
  /** The URL of the gateway without a trailing slash. */
  gateway: string;
  /** Only available right after the key was created. Otherwise, snippets read the variable `MODELGATE_TOKEN`. */
  key: string | undefined;
  model: string;
}

/** A snippet to copy. The title names its file, setting or language. */
export interface SetupBlock {
  title: string;
  code: string;
}

export interface ClientSetup {
  id: string;
  label: string;
  /** The id of the client's heading in `docs/clients.md`. */
  anchor: string;
  build: (values: SetupValues) => SetupBlock[];
}

export const TOKEN_VARIABLE = 'MODELGATE_TOKEN';

/** The key as an expression in each language. */
export const keyAs = {
  shell: ({ key }: SetupValues): string => (key === undefined ? `"$${TOKEN_VARIABLE}"` : quote.shell(key)),
  typescript: ({ key }: SetupValues): string =>
    key === undefined ? `process.env.${TOKEN_VARIABLE}` : quote.typescript(key),
  python: ({ key }: SetupValues): string =>
    key === undefined ? `os.environ["${TOKEN_VARIABLE}"]` : quote.python(key),
} as const;

/** The line that sets the environment variable; none if the key is unknown. */
export function exportToken({ key }: SetupValues): string[] {
  return key === undefined ? [] : [`export ${TOKEN_VARIABLE}=${quote.shell(key)}`];
}

export function lines(...texts: string[]): string {
  return texts.join('\n');
}
