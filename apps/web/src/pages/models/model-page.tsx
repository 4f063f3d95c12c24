import { Alert, Anchor, Box, Button, Grid, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconArrowBackUp, IconFlask, IconPencil } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router';
import { api, unwrapResponse } from '../../api/client.js';
import { confirm } from '../../kit/confirm/confirm.js';
import { type Fact, FactList } from '../../kit/fact-list.js';
import { formatDuration } from '../../kit/format.js';
import { ConfigFileNote } from '../../kit/forms/config-file-note.js';
import { LoadedPage } from '../../kit/loaded.js';
import { notifySuccess, notifyError } from '../../kit/notify.js';
import { PageHeader } from '../../kit/page-header.js';
import { RelativeTime } from '../../kit/relative-time.js';
import { AbilitiesCard } from './abilities-card.js';
import { playgroundPath } from './capability-words.js';
import { ChangesCard } from './changes-card.js';
import { MODELS, type Model, modelPath, oneModel } from './model-queries.js';
import { PriceCard } from './price-card.js';
import { priceSummary } from './price-lines.js';
import { Retirements, SourcesCard } from './sources-card.js';
import { Section } from '../../kit/section.js';

const STRATEGY_WORDS = {
  priority: 'by priority and weight',
  latency: 'fastest first',
  cost: 'cheapest first',
} as const;

const MINUTE_MS = 60_000;

const STAND_IN = 'A simulated model of the built-in sandbox. It needs no account and costs nothing.';

type ServingChannel = Model['channels'][number];

/** Built-in channels have no page, and their ids are not UUIDs. */
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export function ModelPage() {
  const { id = '' } = useParams();
  return (
    <LoadedPage query={useQuery(oneModel(id))} title="Model" list={{ label: 'Models', to: '/models' }}>
      {(model) => <ModelDetails model={model} />}
    </LoadedPage>
  );
}

function ModelDetails({ model }: { model: Model }) {
  return (
    <>
      <PageHeader
        title={model.id}
        description={model.stand_in ? STAND_IN : undefined}
        actions={<Actions model={model} />}
      />
      <Stack>
        {model.served ? null : <NotServed />}
        <Retirements model={model} />
        {model.read_only ? <ConfigFileNote what="The configuration of this model" /> : null}
        <Grid>
          <Grid.Col span={{ base: 12, md: 7 }}>
            <Stack>
              <AbilitiesCard model={model} />
              <ModelChannels channels={model.channels} />
              <SourcesCard model={model} />
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 5 }}>
            <Stack>
              <PriceCard price={model.price} />
              <ModelFacts model={model} />
              <ChangesCard model={model} />
            </Stack>
          </Grid.Col>
        </Grid>
      </Stack>
    </>
  );
}

function Actions({ model }: { model: Model }) {
  const { id, settings, read_only: isReadOnly, served: isServed } = model;
  const reset = useReset(model);
  return (
    <>
      {isServed ? (
        <Button component={Link} to={playgroundPath(model)} leftSection={<IconFlask size={16} />}>
          Try in the playground
        </Button>
      ) : null}
      {isReadOnly ? null : (
        <Button
          variant="default"
          component={Link}
          to={`${modelPath(id)}/edit`}
          leftSection={<IconPencil size={16} />}
        >
          Edit
        </Button>
      )}
      {settings === null || isReadOnly ? null : (
        <Button variant="default" onClick={reset} leftSection={<IconArrowBackUp size={16} />}>
          Reset
        </Button>
      )}
    </>
  );
}

function useReset({ id, served: isServed }: Model): () => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { mutate } = useMutation({
    mutationFn: () => unwrapResponse(api.DELETE('/api/models/{id}', { params: { path: { id } } })),
    onSuccess: async () => {
      notifySuccess(`Settings of ${id} removed.`);
      // A model that no channel serves exists only as long as it has settings.
      if (!isServed) await navigate('/models', { replace: true });
      await client.invalidateQueries({ queryKey: MODELS });
    },
    onError: notifyError,
  });
  return () =>
    confirm({
      title: `Reset ${id}?`,
      consequence:
        'Its custom price and settings are removed. Channels keep serving it at the built-in price.',
      verb: 'Reset',
      onConfirm: () => mutate(),
    });
}

function NotServed() {
  return (
    <Alert color="orange" icon={<IconAlertTriangle />} title="No channel serves this model">
      Requests for it are rejected. Add it to an enabled channel, or reset it.
    </Alert>
  );
}

/** The custom settings of a model, except its price. */
function ModelFacts({ model }: { model: Model }) {
  const facts = getFacts(model);
  return (
    <Section title="Settings" size="lg">
      {facts.length === 0 ? (
        <Text size="sm" c="dimmed">
          No custom settings. Requests are routed by the priority and weight of the channels.
        </Text>
      ) : (
        <FactList facts={facts} />
      )}
    </Section>
  );
}

function getFacts({ settings, updated_at: updatedAt }: Model): Fact[] {
  if (settings === null) return [];
  const { fallbacks, strategy, hedge_ms: hedgeMs, timeouts, deadline_minutes: minutes, realtime } = settings;
  return [
    ...fact('Channel selection', strategy && STRATEGY_WORDS[strategy]),
    ...fact('Fallbacks', fallbacks?.join(', ')),
    ...durationFact('Hedge after', hedgeMs),
    ...durationFact('First event timeout', timeouts?.first_byte_ms),
    ...durationFact('Stream idle timeout', timeouts?.idle_ms),
    ...durationFact('Response timeout', timeouts?.whole_ms),
    ...fact('Video deadline', minutes === null ? null : formatDuration(minutes * MINUTE_MS)),
    ...(realtime === null
      ? []
      : [
          { label: 'Realtime', value: 'sessions hosted by the gateway' },
          ...fact('Transcription model', realtime.transcribe_model),
          ...fact('Speech model', realtime.speech_model),
          ...fact('Voice', realtime.voice),
        ]),
    ...(updatedAt === null ? [] : [{ label: 'Changed', value: <RelativeTime at={updatedAt} /> }]),
  ];
}

function fact(label: string, value: string | null | undefined): Fact[] {
  return value === null || value === undefined ? [] : [{ label, value }];
}

function durationFact(label: string, durationMs: number | null | undefined): Fact[] {
  return durationMs == null ? [] : [{ label, value: formatDuration(durationMs) }];
}

function ModelChannels({ channels }: Pick<Model, 'channels'>) {
  return (
    <Section title="Served by" size="lg" aria-label="Channels">
      {channels.length === 0 ? (
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            No enabled channel serves this model.
          </Text>
          <Button size="xs" variant="default" component={Link} to="/channels">
            Open channels
          </Button>
        </Group>
      ) : (
        <Stack gap="md" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
          {channels.map((channel) => (
            <ChannelLine key={channel.id} channel={channel} />
          ))}
        </Stack>
      )}
    </Section>
  );
}

function ChannelLine({ channel }: { channel: ServingChannel }) {
  const { id, name, provider, upstream_model: upstream, priority, weight, price } = channel;
  return (
    <Group component="li" justify="space-between" align="flex-start" gap="xs">
      <Box miw={0}>
        {UUID.test(id) ? (
          <Anchor component={Link} to={`/channels/${id}`} size="sm" fw={550}>
            {name}
          </Anchor>
        ) : (
          <Text size="sm" fw={550}>
            {name}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          {provider}, as {upstream}
        </Text>
      </Box>
      <Box ta="right">
        <Text size="xs">
          Priority {priority}, weight {weight}
        </Text>
        <Text size="xs" c="dimmed">
          {price === null ? 'price unknown' : priceSummary(price.rates)}
        </Text>
      </Box>
    </Group>
  );
}
