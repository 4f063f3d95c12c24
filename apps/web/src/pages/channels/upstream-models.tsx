import { Button, Checkbox, Group, Modal, ScrollArea, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { unwrapResponse, api } from '../../api/client.js';
import { Failure } from '../../kit/failure.js';
import { notifySuccess } from '../../kit/notify.js';
import { CHANNELS, type Channel } from './channel-queries.js';

const MAX_HEIGHT = 380;

export interface UpstreamModelsProps {
  channel: Channel;
  onClose: () => void;
}

/** A dialog to add models that the provider lists for this account. */
export function UpstreamModels({ channel, onClose }: UpstreamModelsProps) {
  const { id } = channel;
  const [picked, setPicked] = useState<string[]>([]);
  const addition = useAddition(channel, onClose);
  const { data, error, refetch } = useQuery({
    queryKey: [...CHANNELS, id, 'upstream-models'],
    queryFn: () =>
      unwrapResponse(api.GET('/api/channels/{id}/upstream-models', { params: { path: { id } } })),
    retry: false,
  });
  return (
    <Modal opened onClose={onClose} title="Models of this account" size="lg">
      <Stack>
        {error === null ? null : <Failure error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null ? <Skeleton h={200} aria-label="Loading models" /> : null}
        {data === undefined ? null : <Choice models={data.data} picked={picked} onPick={setPicked} />}
        {addition.error === null ? null : <Failure error={addition.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={picked.length === 0}
            loading={addition.isPending}
            onClick={() => addition.mutate(picked)}
          >
            {picked.length === 0
              ? 'Add models'
              : picked.length === 1
                ? 'Add 1 model'
                : `Add ${picked.length} models`}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

interface ChoiceProps {
  models: readonly { id: string; already_served: boolean }[];
  picked: string[];
  onPick: (picked: string[]) => void;
}

function Choice({ models, picked, onPick }: ChoiceProps) {
  const [search, setSearch] = useState('');
  if (models.length === 0) return <Text size="sm">The provider lists no models for this account.</Text>;
  const found = models.filter(({ id }) => id.toLowerCase().includes(search.trim().toLowerCase()));
  const addable = found.filter(({ already_served: isServed }) => !isServed).map(({ id }) => id);
  return (
    <>
      <Group>
        <TextInput
          aria-label="Search the models"
          placeholder="Search"
          type="search"
          flex={1}
          data-autofocus
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Button
          variant="subtle"
          disabled={addable.length === 0}
          onClick={() => onPick([...new Set([...picked, ...addable])])}
        >
          Select all shown
        </Button>
      </Group>
      <ScrollArea.Autosize mah={MAX_HEIGHT} type="auto">
        <Checkbox.Group value={picked} onChange={onPick} aria-label="Models to add">
          <Stack gap="xs" pr="md">
            {found.map(({ id, already_served: isServed }) => (
              <Checkbox
                key={id}
                value={id}
                label={id}
                description={isServed ? 'already added' : undefined}
                disabled={isServed}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        {found.length === 0 ? <Text size="sm">No model matches.</Text> : null}
      </ScrollArea.Autosize>
    </>
  );
}

function useAddition({ id, models }: Channel, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (names: readonly string[]) =>
      unwrapResponse(
        api.PATCH('/api/channels/{id}', {
          params: { path: { id } },
          body: { models: [...models.map(asInput), ...names] },
        }),
      ),
    onSuccess: async (_, names) => {
      await Promise.all([
        client.invalidateQueries({ queryKey: CHANNELS }),
        client.invalidateQueries({ queryKey: ['models'] }),
      ]);
      notifySuccess(names.length === 1 ? '1 model added.' : `${names.length} models added.`);
      onDone();
    },
  });
}

/** The API accepts a pattern only as a string. */
function asInput({ id, upstream }: Channel['models'][number]) {
  return id === upstream ? id : { id, upstream };
}
