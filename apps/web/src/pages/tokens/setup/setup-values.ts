import { quote } from '../../../playground/view-code/quote.js';

export interface SetupValues {
  /** The gateway's own address, without a slash at its end. */
  gateway: string;
  /** Known only right after it was created. Without it, snippets read the environment variable `MODELGATE_TOKEN`. */
  key: string | undefined;
  model: string;
}

/** A text to paste, and where it goes: a file, a setting, a language. */
export interface SetupBlock {
  title: string;
  code: string;
}

export interface ClientSetup {
  id: string;
  label: string;
  /** The heading of the client in docs/clients.md, as a link names it. */
  anchor: string;
  build: (values: SetupValues) => SetupBlock[];
}

export const TOKEN_VARIABLE = 'MODELGATE_TOKEN';

/** The key as an expression of each language. */
export const keyAs = {
  shell: ({ key }: SetupValues): string => (key === undefined ? `"$${TOKEN_VARIABLE}"` : quote.shell(key)),
  typescript: ({ key }: SetupValues): string =>
    key === undefined ? `process.env.${TOKEN_VARIABLE}` : quote.typescript(key),
  python: ({ key }: SetupValues): string =>
    key === undefined ? `os.environ["${TOKEN_VARIABLE}"]` : quote.python(key),
} as const;

/** Programs that read the key from the environment anyway need the variable set only where the key is known. */
export function exportToken({ key }: SetupValues): string[] {
  return key === undefined ? [] : [`export ${TOKEN_VARIABLE}=${quote.shell(key)}`];
}

export function lines(...texts: string[]): string {
  return texts.join('\n');
}
