import { Alert, Anchor, Badge, Grid, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconAlertTriangle, IconBolt, IconMoon } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import { CopyButton } from '../../kit/copy-button.js';
import { ownerInWords } from '../../kit/owner-words.js';
import { type Fact, FactList } from '../../kit/fact-list.js';
import { Failure } from '../../kit/failure.js';
import { formatDuration, formatTime } from '../../kit/format.js';
import { PageHeader } from '../../kit/page-header.js';
import { Section } from '../../kit/section.js';
import { When } from '../../kit/when.js';
import { useSession } from '../../session/session-provider.js';
import { AttemptsWaterfall, type AttemptsWaterfallProps } from './attempts-waterfall.js';
import { OutcomeBadge } from './outcome-badge.js';
import { RequestContentSection } from './request-content.js';
import { RequestCost } from './request-cost.js';
import { type RequestDetail, oneRequest } from './request-queries.js';
import { usedAmounts } from './request-usage.js';
import { getSessionPlace } from './session-place.js';

export function RequestPage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(oneRequest(id));
  return (
    <>
      <Anchor component={Link} to="/requests" size="sm">
        Requests
      </Anchor>
      <PageHeader
        title={data === undefined ? 'Request' : `${data.model}, ${data.operation}`}
        description={<RequestId id={id} />}
        actions={data === undefined ? null : <OutcomeBadge outcome={data.outcome} />}
      />
      {error !== null ? <Failure error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && error === null ? <Skeleton h={320} aria-label="Loading the request" /> : null}
      {data === undefined ? null : <Details request={data} />}
    </>
  );
}

function RequestId({ id }: { id: string }) {
  return (
    <Group gap={4} wrap="nowrap" component="span" display="inline-flex">
      <Text span ff="monospace" size="sm" style={{ overflowWrap: 'anywhere' }}>
        {id}
      </Text>
      <CopyButton value={id} label="Copy the request id" />
    </Group>
  );
}

function Details({ request }: { request: RequestDetail }) {
  const { user } = useSession();
  const isAdmin = user?.role === 'admin';
  return (
    <Grid>
      {request.error == null ? null : (
        <Grid.Col span={12}>
          <Alert color="red" icon={<IconAlertTriangle />} title={request.error}>
            The client was answered with an error. What each attempt came to is shown below.
          </Alert>
        </Grid.Col>
      )}
      <Grid.Col span={12}>
        <Section title="Attempts">
          <Attempts request={request} linksChannels={isAdmin} />
        </Section>
      </Grid.Col>
      {request.content_expires_at === null ? null : (
        <Grid.Col span={12}>
          <RequestContentSection id={request.id} expiresAt={request.content_expires_at} />
        </Grid.Col>
      )}
      <Grid.Col span={{ base: 12, md: 6 }}>
        <Section title="Request">
          <FactList facts={getFacts(request, isAdmin)} />
        </Section>
        <Parameters parameters={request.parameters} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <Section title="Usage">
          <FactList facts={usageFacts(request)} />
        </Section>
        <Section title="Cost" mt="md">
          <RequestCost request={request} />
        </Section>
      </Grid.Col>
    </Grid>
  );
}

/** What the client set; what it left out was for the model to choose. */
function Parameters({ parameters }: Pick<RequestDetail, 'parameters'>) {
  const facts = Object.entries(parameters).map(([label, value]) => ({ label, value: String(value) }));
  if (facts.length === 0) return null;
  return (
    <Section title="Parameters" mt="md">
      <FactList facts={facts} />
    </Section>
  );
}

function Attempts({ request, linksChannels }: AttemptsWaterfallProps) {
  if (request.cache_hit) {
    return <Note icon={IconBolt}>Answered from the cache: no provider was called.</Note>;
  }
  if (request.attempts.length === 0) {
    return <Note icon={IconMoon}>No attempts were recorded for this request.</Note>;
  }
  return <AttemptsWaterfall request={request} linksChannels={linksChannels} />;
}

function Note({ icon: Icon, children }: { icon: typeof IconBolt; children: string }) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Icon size={18} aria-hidden />
      <Text size="sm">{children}</Text>
    </Group>
  );
}

function getFacts(request: RequestDetail, isAdmin: boolean): Fact[] {
  const { started_at: startedAt, token_id: tokenId, token_name: tokenName, model, channel } = request;
  const isVideo = request.operation === 'video';
  return [
    {
      label: 'Began',
      value: (
        <>
          {formatTime(new Date(startedAt))} (<When at={startedAt} />)
        </>
      ),
    },
    { label: 'Duration', value: formatDuration(request.duration_ms) },
    ...(request.first_byte_ms === null
      ? []
      : [{ label: 'To the first byte', value: formatDuration(request.first_byte_ms) }]),
    { label: 'Token', value: <Place to={`/tokens/${tokenId}`}>{tokenName ?? 'A deleted token'}</Place> },
    { label: 'Owner', value: ownerInWords(request.owner, tokenName) },
    ...(request.session_id === null
      ? []
      : [{ label: 'Session', value: <SessionValue id={request.session_id} startedAt={startedAt} /> }]),
    {
      label: 'Model',
      value: isAdmin ? <Place to={`/models/${encodeURIComponent(model)}`}>{model}</Place> : model,
    },
    { label: 'Channel', value: <ChannelValue request={request} isAdmin={isAdmin} /> },
    ...(channel === null ? [] : [{ label: 'Model upstream', value: request.upstream_model }]),
    { label: 'Format', value: `${request.format}${request.streamed ? ', streamed' : ''}` },
    ...(isVideo ? [{ label: 'Task', value: <Place to={`/tasks/${request.id}`}>Show the task</Place> }] : []),
    ...(request.flagged.length === 0
      ? []
      : [{ label: 'Moderation', value: <Flags flags={request.flagged} /> }]),
  ];
}

function SessionValue({ id, startedAt }: { id: string; startedAt: string }) {
  return (
    <>
      <Text span ff="monospace" size="sm" display="block" style={{ overflowWrap: 'anywhere' }}>
        {id}
      </Text>
      <Place to={getSessionPlace(id, new Date(startedAt))}>All requests of this session</Place>
    </>
  );
}

function ChannelValue({ request, isAdmin }: { request: RequestDetail; isAdmin: boolean }) {
  const { channel, channel_id: id } = request;
  if (channel === null) return 'None';
  return isAdmin && id !== null ? <Place to={`/channels/${id}`}>{channel}</Place> : channel;
}

function Flags({ flags }: { flags: readonly string[] }) {
  return (
    <Group gap={4}>
      {flags.map((flag) => (
        <Badge key={flag} color="orange" variant="light" tt="none">
          {flag}
        </Badge>
      ))}
    </Group>
  );
}

function Place({ to, children }: { to: string; children: string }) {
  return (
    <Anchor component={Link} to={to} inherit>
      {children}
    </Anchor>
  );
}

function usageFacts({ usage }: RequestDetail): Fact[] {
  const amounts = usedAmounts(usage);
  if (amounts.length === 0) return [{ label: 'Counted', value: 'Nothing' }];
  return amounts.map(({ label, amount }) => ({ label, value: amount }));
}
