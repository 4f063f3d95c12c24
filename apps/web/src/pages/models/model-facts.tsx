import { Paper, Text, Title } from '@mantine/core';
import { type Fact, FactList } from '../../kit/fact-list.js';
import { formatDuration } from '../../kit/format.js';
import { When } from '../../kit/when.js';
import { type Model } from './model-queries.js';

const STRATEGY_WORDS = {
  priority: 'by priority and weight',
  latency: 'the fastest first',
  cost: 'the cheapest first',
} as const;

const MINUTE_MS = 60_000;

/** What was set for a model beside its price. */
export function ModelFacts({ model }: { model: Model }) {
  const facts = getFacts(model);
  return (
    <Paper withBorder p="lg" component="section" aria-label="Settings">
      <Title order={2} size="h4" mb="sm">
        Settings
      </Title>
      {facts.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing is set: it is routed by the priority and weight of its channels.
        </Text>
      ) : (
        <FactList facts={facts} />
      )}
    </Paper>
  );
}

function getFacts({ settings, updated_at: updatedAt }: Model): Fact[] {
  if (settings === null) return [];
  const { fallbacks, strategy, hedge_ms: hedgeMs, deadline_minutes: minutes, realtime } = settings;
  return [
    ...fact('Channels are chosen', strategy && STRATEGY_WORDS[strategy]),
    ...fact('Falls back to', fallbacks?.join(', ')),
    ...fact('Races a second after', hedgeMs === null ? null : formatDuration(hedgeMs)),
    ...fact('A video may take', minutes === null ? null : formatDuration(minutes * MINUTE_MS)),
    ...(realtime === null
      ? []
      : [
          { label: 'Realtime', value: 'held by the gateway' },
          ...fact('Listens with', realtime.transcribe_model),
          ...fact('Speaks with', realtime.speech_model),
          ...fact('Voice', realtime.voice),
        ]),
    ...(updatedAt === null ? [] : [{ label: 'Changed', value: <When at={updatedAt} /> }]),
  ];
}

function fact(label: string, value: string | null | undefined): Fact[] {
  return value === null || value === undefined ? [] : [{ label, value }];
}
