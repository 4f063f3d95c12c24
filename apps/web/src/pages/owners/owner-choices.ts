export interface OwnerChoice {
  value: string;
  label: string;
}

export interface OwnerSearch {
  /** The owner names that the search returned. */
  foundNames: readonly string[];
  /** The selected owner. */
  value: string | null;
  /** The entered text. */
  search: string;
  canAdd: boolean;
}

const MAX_NAME_LENGTH = 128;

/** The found owners, the selected owner and, if allowed, a new owner with the entered name. */
export function buildChoices({ foundNames, value, search, canAdd }: OwnerSearch): OwnerChoice[] {
  const names =
    value === null || value === '' || foundNames.includes(value) ? foundNames : [value, ...foundNames];
  const choices = names.map((name) => ({ value: name, label: name }));
  const isNew = search !== '' && search.length <= MAX_NAME_LENGTH && !names.includes(search);
  return canAdd && isNew ? [...choices, { value: search, label: `New owner “${search}”` }] : choices;
}
