export interface OwnerChoice {
  value: string;
  label: string;
}

export interface OwnerSearch {
  /** The names that the gateway has found. */
  known: readonly string[];
  /** Who is chosen. */
  value: string | null;
  /** What was typed. */
  search: string;
  mayAdd: boolean;
}

const MAX_NAME_LENGTH = 128;

/** Who can be chosen: whoever was found, whoever is chosen already, and where it is allowed somebody new. */
export function buildChoices({ known, value, search, mayAdd }: OwnerSearch): OwnerChoice[] {
  const names = value === null || value === '' || known.includes(value) ? known : [value, ...known];
  const choices = names.map((name) => ({ value: name, label: name }));
  const isNew = search !== '' && search.length <= MAX_NAME_LENGTH && !names.includes(search);
  return mayAdd && isNew ? [...choices, { value: search, label: `New owner “${search}”` }] : choices;
}
