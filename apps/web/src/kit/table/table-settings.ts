import { useLocalStorage } from '@mantine/hooks';

export const DENSITIES = [
  { value: 'compact', label: 'Compact' },
  { value: 'comfortable', label: 'Comfortable' },
] as const;
export type Density = (typeof DENSITIES)[number]['value'];

/** One setting for all tables, stored in this browser. */
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

export interface ChoosableColumn {
  header: string;
  /** Hidden by default. */
  isHidden?: boolean;
  /** Always shown. */
  isFixed?: boolean;
}

/** Whether the user shows or hides a column, by its header. */
export type ColumnChoices = Readonly<Record<string, boolean>>;

export function isShown(
  { header, isHidden = false, isFixed = false }: ChoosableColumn,
  choices: ColumnChoices,
): boolean {
  return isFixed || (choices[header] ?? !isHidden);
}

/** Stored in this browser for each table. */
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
