export interface OwnerChoice {
  value: string;
  label: string;
}

export interface OwnerSearch {
  /** The names that the gateway found. */
  known: readonly string[];
  /** The chosen owner. */
  value: string | null;
  /** The typed text. */
  search: string;
  mayAdd: boolean;
}

const MAX_NAME_LENGTH = 128;

/** The owners that were found, the chosen one and, where allowed, a new one. */
export function buildChoices({ known, value, search, mayAdd }: OwnerSearch): OwnerChoice[] {
  const names = value === null || value === '' || known.includes(value) ? known : [value, ...known];
  const choices = names.map((name) => ({ value: name, label: name }));
  const isNew = search !== '' && search.length <= MAX_NAME_LENGTH && !names.includes(search);
  return mayAdd && isNew ? [...choices, { value: search, label: `New owner “${search}”` }] : choices;
}
