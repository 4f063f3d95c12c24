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
  /** How many there are, also beyond those. */
  total: number;
  picked: string[];
  onPick: (picked: string[]) => void;
  error?: React.ReactNode;
}

const TALLEST = 420;
const FEW = 8;
/** More lines than this take a browser too long; a search finds the others. */
const MAX_LINES = 200;

/** What the account has, to tick. */
export function ModelChoice({ models, total, picked, onPick, error }: ModelChoiceProps) {
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const found = models.filter(({ id, label }) => `${id} ${label ?? ''}`.toLowerCase().includes(wanted));
  const ids = found.map(({ id }) => id);
  return (
    <FormSection
      title="Models"
      description={`${formatCount(picked.length)} of ${formatCount(total)} are picked. More can be added at any time.`}
    >
      {models.length <= FEW ? null : (
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
            Pick all shown
          </Button>
          <Button variant="subtle" onClick={() => onPick(picked.filter((id) => !ids.includes(id)))}>
            None
          </Button>
        </Group>
      )}
      <ScrollArea.Autosize mah={TALLEST} type="auto">
        <Checkbox.Group value={picked} onChange={onPick} aria-label="Models to connect" error={error}>
          <Stack gap="sm" pr="md">
            {found.slice(0, MAX_LINES).map((model) => (
              <ModelLine key={model.id} model={model} />
            ))}
          </Stack>
        </Checkbox.Group>
        {found.length === 0 ? <Text size="sm">No model is called so.</Text> : null}
        {found.length > MAX_LINES ? (
          <Text size="sm" c="dimmed" mt="sm">
            {formatCount(found.length - MAX_LINES)} more: search for them by name.
          </Text>
        ) : null}
      </ScrollArea.Autosize>
    </FormSection>
  );
}

function ModelLine({ model: { id, label, capabilities, price, context } }: { model: AccountModel }) {
  const facts = [
    label === null || label === id ? null : label,
    price === null ? 'price not known' : priceSummary(price.rates),
    context === null ? null : `${formatCount(context)} tokens of context`,
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
