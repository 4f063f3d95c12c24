import { Alert, Anchor, Code, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type FactSource, findRetirement, listSources } from './fact-age.js';
import { groupByFacts, nameChannels } from './known-facts.js';
import { type Model } from './model-queries.js';
import { Section } from '../../kit/section.js';

/** Warnings about providers that have retired the model, or will do so soon. */
export function Retirements({ model }: { model: Model }) {
  return groupByFacts(model).map(({ channels, known }) => {
    const retirement = known === null ? undefined : findRetirement(known);
    return retirement === undefined ? null : (
      <Alert
        key={channels.join('\n')}
        color={retirement.isPast ? 'red' : 'orange'}
        icon={<IconAlertTriangle />}
        title={retirement.isPast ? 'This model is retired' : 'This model will be retired'}
      >
        {retirement.text} Affected channels: {nameChannels(channels)}.
      </Alert>
    );
  });
}

/** The sources of the catalog facts and prices of a model. */
export function SourcesCard({ model }: { model: Model }) {
  const groups = groupByFacts(model).flatMap(({ channels, known }) =>
    known === null ? [] : [{ channels, sources: listSources(known) }],
  );
  const isOld = groups.some(({ sources }) => sources.some((source) => source.isOld));
  return (
    <Section title="Sources" size="lg">
      <Stack gap="sm">
        {groups.length === 0 ? (
          <Text size="sm" c="dimmed">
            None. This model is not in the model catalog.
          </Text>
        ) : null}
        {isOld ? (
          <Alert color="orange" icon={<IconAlertTriangle />} title="Some facts may be out of date">
            Run <Code>modelgate model update</Code> to update the model catalog. A custom price takes
            precedence.
          </Alert>
        ) : null}
        {groups.map(({ channels, sources }) => (
          <div key={channels.join('\n')}>
            {groups.length === 1 ? null : (
              <Title order={3} size="h6" mb="xs">
                On {nameChannels(channels)}
              </Title>
            )}
            <SourceList sources={sources} />
          </div>
        ))}
      </Stack>
    </Section>
  );
}

function SourceList({ sources }: { sources: readonly FactSource[] }) {
  return (
    <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {sources.map((source) => (
        <li key={`${source.url} ${source.asOf}`}>
          {source.url === null ? (
            <ConfigSource source={source} />
          ) : (
            <WebSource source={source} url={source.url} />
          )}
        </li>
      ))}
    </Stack>
  );
}

function WebSource({ source: { name, asOf, age, isOld, groups }, url }: { source: FactSource; url: string }) {
  return (
    <>
      <Anchor href={url} target="_blank" rel="noreferrer" size="sm" style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Anchor>
      <Text size="xs" c="dimmed">
        {groups.join(', ')}. As of {asOf},{' '}
        <Text span inherit fw={isOld ? 700 : undefined}>
          {age}
        </Text>
        .
      </Text>
    </>
  );
}

/** The config file as a source, which takes precedence over all others. */
function ConfigSource({ source: { name, groups } }: { source: FactSource }) {
  return (
    <>
      <Code>{name}</Code>
      <Text size="xs" c="dimmed">
        {groups.join(', ')}. Takes precedence over other sources.
      </Text>
    </>
  );
}
