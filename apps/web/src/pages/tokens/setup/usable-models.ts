interface ListedModel {
  id: string;
  stand_in: boolean;
}

/** The models of the catalog that a token has access to. Sandbox models are last. */
export function findUsableModels(
  { models: allowed }: { models: readonly string[] | null },
  catalog: readonly ListedModel[],
): string[] {
  const usable = catalog.filter(
    ({ id }) => allowed === null || allowed.some((entry) => matchesEntry(entry, id)),
  );
  return usable.toSorted((one, other) => Number(one.stand_in) - Number(other.stand_in)).map(({ id }) => id);
}

function matchesEntry(entry: string, id: string): boolean {
  return entry.endsWith('*') ? id.startsWith(entry.slice(0, -1)) : entry === id;
}
