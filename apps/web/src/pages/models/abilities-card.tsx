import { Paper, Stack, Text, Title } from '@mantine/core';
import { FactList } from '../../kit/fact-list.js';
import { CapabilityBadges } from './capability-badges.js';
import { groupByFacts, listAbilities } from './known-facts.js';
import { type Model } from './model-queries.js';

/** What a model can be asked for, and what the catalogue knows of it. */
export function AbilitiesCard({ model }: { model: Model }) {
  const groups = groupByFacts(model);
  return (
    <Paper withBorder p="lg" component="section" aria-label="Abilities">
      <Title order={2} size="h4" mb="sm">
        Abilities
      </Title>
      <Stack>
        {model.capabilities.length === 0 ? (
          <Text size="sm" c="dimmed">
            Not known until a channel serves it.
          </Text>
        ) : (
          <CapabilityBadges capabilities={model.capabilities} />
        )}
        {groups.map(({ channels, known }) => (
          <div key={channels.join('\n')}>
            {groups.length === 1 ? null : (
              <Title order={3} size="h6" mb="xs">
                At {channels.join(', ')}
              </Title>
            )}
            {known === null ? (
              <Text size="sm" c="dimmed">
                The catalogue does not know this model, so nothing is held back from it.
              </Text>
            ) : (
              <FactList facts={listAbilities(known)} />
            )}
          </div>
        ))}
      </Stack>
    </Paper>
  );
}
