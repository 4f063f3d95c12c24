import { Anchor, Badge, Box, Code, Group, Text } from '@mantine/core';
import { type Schema } from '../../../api/client.js';
import { When } from '../../../kit/when.js';
import { type SettingEntry } from './setting-catalog.js';
import { SettingControl, type SettingField } from './setting-control.js';
import classes from './setting-row.module.css';

export interface SettingRowProps {
  entry: SettingEntry;
  source: Schema<'SettingSourceView'> | undefined;
  /** The path of the file that settings may come from. */
  configFile: string | null;
  field: SettingField;
  /** Brings back what is usual. */
  onReset: () => void;
}

export function SettingRow({ entry, source, configFile, field, onReset }: SettingRowProps) {
  const isReadOnly = source?.source === 'file';
  return (
    <Box className={classes.row}>
      <div>
        <Group gap="xs">
          <Text fw={550}>{entry.title}</Text>
          {isReadOnly ? (
            <Badge variant="light" color="gray" tt="none">
              Config file
            </Badge>
          ) : null}
        </Group>
        <Text size="sm" c="dimmed">
          {entry.explanation}
        </Text>
        {isReadOnly ? (
          <Text size="sm" mt={4}>
            Set in the config file{configFile === null ? '' : ' '}
            {configFile === null ? null : <Code>{configFile}</Code>}, and can only be changed there.
          </Text>
        ) : null}
        {source?.source === 'console' ? (
          <Text size="xs" c="dimmed" mt={4}>
            Set here {source.updated_at === null ? null : <When at={source.updated_at} />} ·{' '}
            <Anchor component="button" type="button" inherit onClick={onReset}>
              Back to the default
            </Anchor>
          </Text>
        ) : null}
      </div>
      <div>
        <SettingControl entry={entry} field={field} disabled={isReadOnly} />
      </div>
    </Box>
  );
}
