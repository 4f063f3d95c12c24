import { Stack, Text, Title } from '@mantine/core';
import { FactList } from '../../kit/fact-list.js';
import { CapabilityBadges } from './capability-badges.js';
import { groupByFacts, listAbilities, nameChannels } from './known-facts.js';
import { type Model } from './model-queries.js';
import { Section } from '../../kit/section.js';

const SOURCE_WORDS: Readonly<Record<Model['capabilities_from'], string | undefined>> = {
  settings: 'Set for this model.',
  provider: undefined,
  catalogue: 'From the model catalog.',
  name: 'Guessed from the name. If this is wrong, edit the model and set its capabilities.',
  default:
    'This model is not in the model catalog, so it is assumed to be a chat model. Edit it to set its capabilities.',
};

/** The source of the capabilities. */
function CapabilitySource({ model: { capabilities_from: from } }: { model: Model }) {
  const words = SOURCE_WORDS[from];
  return words === undefined ? null : (
    <Text size="sm" c="dimmed" mt="xs">
      {words}
    </Text>
  );
}

/** The capabilities of a model, and its facts in the model catalog. */
export function AbilitiesCard({ model }: { model: Model }) {
  const groups = groupByFacts(model);
  return (
    <Section title="Capabilities" size="lg">
      <Stack>
        {model.capabilities.length === 0 ? (
          <Text size="sm" c="dimmed">
            Unknown until a channel serves this model.
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
                On {nameChannels(channels)}
              </Title>
            )}
            {known === null ? (
              <Text size="sm" c="dimmed">
                Not in the model catalog. All request parameters are forwarded.
              </Text>
            ) : (
              <FactList facts={listAbilities(known)} />
            )}
          </div>
        ))}
      </Stack>
    </Section>
  );
}
