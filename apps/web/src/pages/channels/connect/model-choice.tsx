import { Box, Button, Checkbox, Group, ScrollArea, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Schema } from '../../../api/client.js';
import { formatCount } from '../../../kit/format.js';
import { FormSection } from '../../../kit/forms/form-section.js';
import { CapabilityBadges } from '../../models/capability-badges.js';
import { priceSummary } from '../../models/price-lines.js';

export type AccountModel = Schema<'AccountModelView'>;

interface ModelChoiceProps {
  models: readonly AccountModel[];
  /** The number of models of the account. `models` can have fewer. */
  total: number;
  picked: string[];
  onPick: (picked: string[]) => void;
  error?: React.ReactNode;
}

const MAX_HEIGHT = 420;
/** Longer lists have a search field. */
const MAX_WITHOUT_SEARCH = 8;
/** More lines would slow the browser down. The search finds the others. */
const MAX_LINES = 200;

/** A list of the models of the account, to select from. */
export function ModelChoice({ models, total, picked, onPick, error }: ModelChoiceProps) {
  const [search, setSearch] = useState('');
  const query = search.trim().toLowerCase();
  const found = models.filter(({ id, label }) => `${id} ${label ?? ''}`.toLowerCase().includes(query));
  const ids = found.map(({ id }) => id);
  return (
    <FormSection
      title="Models"
      description={`${formatCount(picked.length)} of ${formatCount(total)} selected. You can add more later.`}
    >
      {models.length <= MAX_WITHOUT_SEARCH ? null : (
        <Group>
          <TextInput
            aria-label="Search the models"
            placeholder="Search"
            type="search"
            flex={1}
            miw={160}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          <Button variant="subtle" onClick={() => onPick([...new Set([...picked, ...ids])])}>
            Select all shown
          </Button>
          <Button variant="subtle" onClick={() => onPick(picked.filter((id) => !ids.includes(id)))}>
            Deselect all shown
          </Button>
        </Group>
      )}
      <ScrollArea.Autosize mah={MAX_HEIGHT} type="auto">
        <Checkbox.Group value={picked} onChange={onPick} aria-label="Models to connect" error={error}>
          <Stack gap="sm" pr="md">
            {found.slice(0, MAX_LINES).map((model) => (
              <ModelLine key={model.id} model={model} />
            ))}
          </Stack>
        </Checkbox.Group>
        {found.length === 0 ? <Text size="sm">No model matches.</Text> : null}
        {found.length > MAX_LINES ? (
          <Text size="sm" c="dimmed" mt="sm">
            {formatCount(found.length - MAX_LINES)} more. Search by name to see them.
          </Text>
        ) : null}
      </ScrollArea.Autosize>
    </FormSection>
  );
}

function ModelLine({ model: { id, label, capabilities, price, context } }: { model: AccountModel }) {
  const facts = [
    label === null || label === id ? null : label,
    price === null ? 'price unknown' : priceSummary(price.rates),
    context === null ? null : `${formatCount(context)} token context`,
  ].filter((fact) => fact !== null);
  return (
    <Group wrap="nowrap" align="flex-start" justify="space-between" gap="sm">
      <Checkbox
        value={id}
        label={id}
        description={facts.join(' · ')}
        styles={{ label: { overflowWrap: 'anywhere' } }}
      />
      <Box style={{ flexShrink: 0 }}>
        <CapabilityBadges capabilities={capabilities} max={2} />
      </Box>
    </Group>
  );
}
