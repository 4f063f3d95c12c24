import { Anchor, Button, Code, Drawer, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconRefresh } from '@tabler/icons-react';
import { Link } from 'react-router';
import { type Schema, unwrapResponse, api } from '../../../api/client.js';
import { CodeBlock } from '../../../kit/code-block.js';
import { confirm } from '../../../kit/confirm/confirm.js';
import { type Fact, FactList } from '../../../kit/fact-list.js';
import { Loaded } from '../../../kit/loaded.js';
import { notifySuccess, notifyError } from '../../../kit/notify.js';
import { RelativeTime } from '../../../kit/relative-time.js';
import { DeliveryBadge } from './delivery-columns.js';
import { DELIVERIES, oneDelivery } from './delivery-queries.js';

export interface DeliveryDrawerProps {
  /** Null if the drawer is closed. */
  id: string | null;
  onClose: () => void;
}

export function DeliveryDrawer({ id, onClose }: DeliveryDrawerProps) {
  return (
    <Drawer opened={id !== null} onClose={onClose} title="Webhook delivery" position="right" size="lg">
      {id === null ? null : <OpenDelivery id={id} />}
    </Drawer>
  );
}

function OpenDelivery({ id }: { id: string }) {
  return (
    <Loaded query={useQuery(oneDelivery(id))} keepsStaleData h={320}>
      {(delivery) => <DeliveryDetails delivery={delivery} />}
    </Loaded>
  );
}

type Details = Schema<'WebhookDeliveryDetailView'>;

function DeliveryDetails({ delivery }: { delivery: Details }) {
  return (
    <Stack>
      <FactList facts={getFacts(delivery)} />
      <ResendButton delivery={delivery} />
      <div>
        <Text size="sm" c="dimmed" mb={4}>
          Payload
        </Text>
        <CodeBlock label="the payload" code={JSON.stringify(delivery.payload, null, 2)} />
      </div>
    </Stack>
  );
}

function getFacts(delivery: Details): Fact[] {
  const { id, type, state, url, token_id: tokenId, token_name: token, subject } = delivery;
  return [
    { label: 'Status', value: <DeliveryBadge state={state} /> },
    { label: 'Type', value: type },
    { label: 'To', value: url },
    {
      label: 'Token',
      value: tokenId === null ? 'None (gateway)' : <To to={`/tokens/${tokenId}`}>{token}</To>,
    },
    { label: 'Subject', value: <Subject type={type} subject={subject} /> },
    { label: 'Attempts', value: delivery.attempts },
    { label: 'Last response', value: delivery.last_status ?? 'None' },
    ...(delivery.last_error === null ? [] : [{ label: 'Last error', value: delivery.last_error }]),
    { label: 'Created', value: <RelativeTime at={delivery.created_at} /> },
    ...(delivery.next_attempt_at === null
      ? []
      : [{ label: 'Next attempt', value: <RelativeTime at={delivery.next_attempt_at} /> }]),
    { label: 'ID', value: <Code>{id}</Code> },
  ];
}

/** The subject of an event is a task, which has a page, or a budget, which has none. */
function Subject({ type, subject }: { type: string; subject: string }) {
  if (type.startsWith('budget.')) return <Code>{subject}</Code>;
  return <To to={`/tasks/${encodeURIComponent(subject)}`}>{subject}</To>;
}

function To({ to, children }: { to: string; children: React.ReactNode }) {
  return (
    <Anchor component={Link} to={to} inherit>
      {children}
    </Anchor>
  );
}

function ResendButton({ delivery: { id, state, url } }: { delivery: Details }) {
  const client = useQueryClient();
  const resend = useMutation({
    mutationFn: () =>
      unwrapResponse(api.POST('/api/webhook-deliveries/{id}/replay', { params: { path: { id } } })),
    onSuccess: async () => {
      notifySuccess('The delivery is queued to be sent again.');
      await client.invalidateQueries({ queryKey: DELIVERIES });
    },
    onError: notifyError,
  });
  if (state === 'pending') return null;
  const confirmResend = (): void =>
    confirm({
      title: 'Resend this delivery?',
      consequence: `The delivery is sent to ${url} again, with the same ID.`,
      verb: 'Resend',
      onConfirm: () => resend.mutate(),
    });
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} />}
      loading={resend.isPending}
      onClick={state === 'delivered' ? confirmResend : () => resend.mutate()}
    >
      Resend
    </Button>
  );
}
