import { ActionIcon, Checkbox, Popover, Radio, Stack } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import {
  type ChoosableColumn,
  type ColumnChoices,
  DENSITIES,
  type Density,
  isShown,
} from './table-settings.js';

interface TableMenuProps {
  density: Density;
  setDensity: (density: Density) => void;
  /** Empty if the table has no selectable columns. */
  columns: readonly ChoosableColumn[];
  choices: ColumnChoices;
  setChoices: (choices: ColumnChoices) => void;
}

/** The settings of a table: the density, which applies to all tables, and the visible columns. */
export function TableMenu({ density, setDensity, columns, choices, setChoices }: TableMenuProps) {
  return (
    <Popover position="bottom-end" withinPortal shadow="md" trapFocus>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label="Table settings">
          <IconAdjustmentsHorizontal size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Radio.Group
          label="Density"
          value={density}
          onChange={(value) => setDensity(value === 'comfortable' ? 'comfortable' : 'compact')}
        >
          <Stack gap={6} mt={6}>
            {DENSITIES.map(({ value, label }) => (
              <Radio key={value} size="xs" value={value} label={label} />
            ))}
          </Stack>
        </Radio.Group>
        {columns.length === 0 ? null : (
          <Checkbox.Group
            mt="md"
            label="Columns"
            value={columns.filter((column) => isShown(column, choices)).map(({ header }) => header)}
            onChange={(shown) =>
              setChoices(Object.fromEntries(columns.map(({ header }) => [header, shown.includes(header)])))
            }
          >
            <Stack gap={6} mt={6}>
              {columns.map(({ header, isFixed }) => (
                <Checkbox key={header} size="xs" value={header} label={header} disabled={isFixed} />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
