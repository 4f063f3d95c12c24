import { Paper, Stack, Text, Title } from '@mantine/core';
import { FactList } from '../../kit/fact-list.js';
import { CapabilityBadges } from './capability-badges.js';
import { groupByFacts, listAbilities } from './known-facts.js';
import { type Model } from './model-queries.js';

const SOURCE_WORDS: Readonly<Record<Model['capabilities_from'], string | undefined>> = {
  settings: 'As set for this model.',
  provider: undefined,
  catalogue: 'By the catalogue of models.',
  name: 'Guessed from its name. If that is wrong, say what it is for under Edit.',
  default: 'Nothing is known of it, so it is taken for a chat model. Under Edit you can say what it is for.',
};

/** How it is known what a model is for. */
function CapabilitySource({ model: { capabilities_from: from } }: { model: Model }) {
  const words = SOURCE_WORDS[from];
  return words === undefined ? null : (
    <Text size="sm" c="dimmed" mt="xs">
      {words}
    </Text>
  );
}

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
          <div>
            <CapabilityBadges capabilities={model.capabilities} />
            <CapabilitySource model={model} />
          </div>
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
