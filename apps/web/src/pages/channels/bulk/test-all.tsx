import { Button, Modal, Radio, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlugConnected } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadingPlaceholder } from '../../../kit/loading-placeholder.js';
import { api, unwrapResponse } from '../../../api/client.js';
import { Failure } from '../../../kit/failure.js';
import { formatCount } from '../../../kit/format.js';
import { type Channel } from '../channel-queries.js';
import { BULK_ACTIONS } from './bulk-actions.js';
import { BulkModal } from './bulk-modal.js';

const PAGE_SIZE = 200;

export function TestAllButton() {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" leftSection={<IconPlugConnected size={16} />} onClick={open}>
        Test all
      </Button>
      {isOpen ? <TestAll onClose={close} /> : null}
    </>
  );
}

function TestAll({ onClose }: { onClose: () => void }) {
  const [isUntestedOnly, setUntestedOnly] = useState(false);
  const { data, error, refetch } = useQuery({
    // Not a key below CHANNELS, because those are refetched when the run is done.
    queryKey: ['channels-to-test'],
    queryFn: loadEnabled,
    refetchOnWindowFocus: false,
    staleTime: Infinity,
    gcTime: 0,
  });
  if (data === undefined) {
    return (
      <Modal opened onClose={onClose} title="Test channels" size="lg">
        {error === null ? (
          <LoadingPlaceholder h={200} />
        ) : (
          <Failure error={error} onRetry={() => void refetch()} />
        )}
      </Modal>
    );
  }
  const untested = data.filter(({ health }) => health.status === 'not_tested');
  return (
    <BulkModal
      action={BULK_ACTIONS.test}
      channels={isUntestedOnly ? untested : data}
      onClose={onClose}
      choice={
        untested.length === 0 || untested.length === data.length ? undefined : (
          <Radio.Group
            aria-label="Channels to test"
            value={isUntestedOnly ? 'untested' : 'all'}
            onChange={(value) => setUntestedOnly(value === 'untested')}
          >
            <Stack gap="xs">
              <Radio value="all" label={`All enabled channels (${formatCount(data.length)})`} />
              <Radio value="untested" label={`Only untested channels (${formatCount(untested.length)})`} />
            </Stack>
          </Radio.Group>
        )
      }
    />
  );
}

async function loadEnabled(): Promise<Channel[]> {
  const channels: Channel[] = [];
  let cursor: string | undefined;
  do {
    const query = { enabled: true, limit: PAGE_SIZE, cursor };
    const page = await unwrapResponse(api.GET('/api/channels', { params: { query } }));
    channels.push(...page.data);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return channels;
}
