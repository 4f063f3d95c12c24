import { Alert, Button, Grid, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconAlertTriangle, IconArrowBackUp, IconFlask, IconPencil } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from 'react-router';
import { getAnswer, api } from '../../api/client.js';
import { confirm } from '../../kit/confirm.js';
import { Failure } from '../../kit/failure.js';
import { ConfigFileNote } from '../../kit/forms/config-file-note.js';
import { tellDone, tellFailure } from '../../kit/notify.js';
import { PageHeader } from '../../kit/page-header.js';
import { CapabilityBadges } from './capability-badges.js';
import { playgroundPath } from './capability-words.js';
import { ModelChannels } from './model-channels.js';
import { ModelFacts } from './model-facts.js';
import { MODELS, type Model, modelPath, oneModel } from './model-queries.js';
import { PriceCard } from './price-card.js';

export function ModelPage() {
  const { id = '' } = useParams();
  const { data: model, error, refetch } = useQuery(oneModel(id));
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  if (model === undefined) return <Skeleton h={400} aria-label="Loading" />;
  return (
    <>
      <PageHeader title={model.id} actions={<Actions model={model} />} />
      <Stack>
        {model.served ? null : <NotServed />}
        {model.read_only ? <ConfigFileNote what="What is set for this model" /> : null}
        <Grid>
          <Grid.Col span={{ base: 12, md: 7 }}>
            <Stack>
              <Paper withBorder p="lg" component="section" aria-label="Capabilities">
                <Title order={2} size="h4" mb="sm">
                  Can be used for
                </Title>
                {model.capabilities.length === 0 ? (
                  <Text size="sm" c="dimmed">
                    Not known until a channel serves it.
                  </Text>
                ) : (
                  <CapabilityBadges capabilities={model.capabilities} />
                )}
              </Paper>
              <ModelChannels channels={model.channels} />
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 5 }}>
            <Stack>
              <PriceCard price={model.price} />
              <ModelFacts model={model} />
            </Stack>
          </Grid.Col>
        </Grid>
      </Stack>
    </>
  );
}

function Actions({ model }: { model: Model }) {
  const { id, settings, read_only: isOfFile, served: isServed } = model;
  const reset = useReset(model);
  return (
    <>
      {isServed ? (
        <Button component={Link} to={playgroundPath(model)} leftSection={<IconFlask size={16} />}>
          Try in the playground
        </Button>
      ) : null}
      {isOfFile ? null : (
        <Button
          variant="default"
          component={Link}
          to={`${modelPath(id)}/edit`}
          leftSection={<IconPencil size={16} />}
        >
          Edit
        </Button>
      )}
      {settings === null || isOfFile ? null : (
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
    mutationFn: () => getAnswer(api.DELETE('/api/models/{id}', { params: { path: { id } } })),
    onSuccess: async () => {
      tellDone(`Nothing is set for ${id} any more.`);
      // What no channel serves is known only by its settings.
      if (!isServed) await navigate('/models', { replace: true });
      await client.invalidateQueries({ queryKey: MODELS });
    },
    onError: tellFailure,
  });
  return () =>
    confirm({
      title: `Reset ${id}?`,
      consequence:
        'Its own price and settings are taken away. Channels go on serving it, at the price that is built in.',
      verb: 'Reset',
      onConfirm: () => mutate(),
    });
}

function NotServed() {
  return (
    <Alert color="orange" icon={<IconAlertTriangle />} title="No channel serves this model">
      Requests for it are refused. Add it to a channel that is in use, or reset it.
    </Alert>
  );
}
