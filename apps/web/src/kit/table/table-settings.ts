import { useLocalStorage } from '@mantine/hooks';

export const DENSITIES = [
  { value: 'compact', label: 'Compact' },
  { value: 'comfortable', label: 'Comfortable' },
] as const;
export type Density = (typeof DENSITIES)[number]['value'];

/** One choice for all tables of this browser. */
export function useDensity(): [density: Density, setDensity: (density: Density) => void] {
  const [density, setDensity] = useLocalStorage<Density>({
    key: 'modelgate-table-density',
    defaultValue: 'compact',
    deserialize: (text) => (text === 'comfortable' ? 'comfortable' : 'compact'),
    serialize: (chosen) => chosen,
    getInitialValueInEffect: false,
  });
  return [density, setDensity];
}

/** What the choice of columns needs to know of each. */
export interface ChoosableColumn {
  header: string;
  /** Shown only where it is chosen. */
  isHidden?: boolean;
  /** Cannot be hidden. */
  isFixed?: boolean;
}

/** The columns that a person has turned on or off, by their headers. */
export type ColumnChoices = Readonly<Record<string, boolean>>;

export function isShown(
  { header, isHidden = false, isFixed = false }: ChoosableColumn,
  choices: ColumnChoices,
): boolean {
  return isFixed || (choices[header] ?? !isHidden);
}

/** Remembered in this browser for each table; a table without a key shows all its columns. */
export function useColumnChoices(
  key: string | undefined,
): [choices: ColumnChoices, setChoices: (choices: ColumnChoices) => void] {
  const [choices, setChoices] = useLocalStorage<ColumnChoices>({
    key: `modelgate-table-columns-${key ?? ''}`,
    defaultValue: {},
    deserialize: (text) => readChoices(text ?? null),
    getInitialValueInEffect: false,
  });
  return [choices, setChoices];
}

export function readChoices(text: string | null): ColumnChoices {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
    return Object.fromEntries(Object.entries(value).filter(([, shown]) => typeof shown === 'boolean'));
  } catch {
    return {};
  }
}
