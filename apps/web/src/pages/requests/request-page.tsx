import { Anchor, Badge, Grid, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconBolt, IconMoon } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import { CopyButton } from '../../kit/copy-button.js';
import { describeOwner } from '../../kit/describe-owner.js';
import { type Fact, FactList } from '../../kit/fact-list.js';
import { formatDuration } from '../../kit/format.js';
import { ExactTime } from '../../kit/exact-time.js';
import { PageHeader } from '../../kit/page-header.js';
import { Section } from '../../kit/section.js';
import { RelativeTime } from '../../kit/relative-time.js';
import { useSession } from '../../session/session-provider.js';
import { ownerPath } from '../owners/owner-path.js';
import { AttemptsWaterfall, type AttemptsWaterfallProps } from './attempts-waterfall.js';
import { FailureAlert } from './failure-alert.js';
import { RefusedRequest } from './refused-request.js';
import { RequestActions } from './request-actions.js';
import { RequestContentSection } from './request-content.js';
import { RequestCost } from './request-cost.js';
import { RequestFailure } from './request-not-found.js';
import { type DeclaredFact, type RequestDetail, oneRequest, requestFacts } from './request-queries.js';
import { usedAmounts } from './request-usage.js';
import { getSessionPath } from './session-path.js';

export function RequestPage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(oneRequest(id));
  return (
    <>
      <Anchor component={Link} to="/requests" size="sm">
        Requests
      </Anchor>
      <PageHeader
        title={data === undefined ? 'Request' : getTitle(data)}
        description={<RequestId id={id} />}
        actions={data === undefined ? null : <RequestActions request={data} />}
      />
      {error !== null ? <RequestFailure error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && error === null ? <Skeleton h={320} aria-label="Loading the request" /> : null}
      {data === undefined ? null : <Details request={data} />}
    </>
  );
}

/** The path is the fallback for requests that were refused before their body was read. */
function getTitle({ model, operation, path }: RequestDetail): string {
  const named = [model, operation].filter((name) => name !== null);
  return named.length > 0 ? named.join(', ') : (path ?? 'Request');
}

function RequestId({ id }: { id: string }) {
  return (
    <Group gap={4} wrap="nowrap" component="span" display="inline-flex">
      <Text span ff="monospace" size="sm" style={{ overflowWrap: 'anywhere' }}>
        {id}
      </Text>
      <CopyButton value={id} label="Copy the request ID" />
    </Group>
  );
}

function Details({ request }: { request: RequestDetail }) {
  const { user } = useSession();
  const isAdmin = user?.role === 'admin';
  const { data: declared = [] } = useQuery(requestFacts);
  if (request.refused)
    return <RefusedRequest request={request} facts={getFacts(request, declared, isAdmin)} />;
  return (
    <Grid>
      {request.error === null ? null : (
        <Grid.Col span={12}>
          <FailureAlert request={request} />
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
          <FactList facts={getFacts(request, declared, isAdmin)} />
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

/** The parameters of the request that the client set. */
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
    return <Note icon={IconBolt}>Served from the response cache; no provider was called.</Note>;
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

function getFacts(request: RequestDetail, declared: readonly DeclaredFact[], isAdmin: boolean): Fact[] {
  const { started_at: startedAt, token_id: tokenId, token_name: tokenName, model, channel } = request;
  const isVideo = request.operation === 'video';
  return [
    {
      label: 'Started',
      value: (
        <>
          <ExactTime at={startedAt} /> (<RelativeTime at={startedAt} />)
        </>
      ),
    },
    { label: 'Duration', value: formatDuration(request.duration_ms) },
    {
      label: 'Token',
      value:
        tokenId === null ? (
          'No valid token'
        ) : (
          <PageLink to={`/tokens/${tokenId}`}>{tokenName ?? 'Deleted token'}</PageLink>
        ),
    },
    ...(request.owner === null
      ? []
      : [
          {
            label: 'Owner',
            value: <OwnerValue owner={request.owner} tokenName={tokenName} isAdmin={isAdmin} />,
          },
        ]),
    ...getClientFacts(request),
    ...getDeclaredFacts(request, declared),
    ...(model === null
      ? []
      : [
          {
            label: 'Model',
            value:
              isAdmin && request.outcome !== 'model-not-found' ? (
                <PageLink to={`/models/${encodeURIComponent(model)}`}>{model}</PageLink>
              ) : (
                model
              ),
          },
        ]),
    ...(request.refused
      ? []
      : [{ label: 'Channel', value: <ChannelValue request={request} isAdmin={isAdmin} /> }]),
    ...(channel === null ? [] : [{ label: 'Upstream model', value: request.upstream_model }]),
    ...(request.format === null
      ? []
      : [{ label: 'Format', value: `${request.format}${request.streamed ? ', streamed' : ''}` }]),
    ...(isVideo
      ? [{ label: 'Task', value: <PageLink to={`/tasks/${request.id}`}>View task</PageLink> }]
      : []),
    ...(request.flagged.length === 0
      ? []
      : [{ label: 'Moderation', value: <Flags flags={request.flagged} /> }]),
  ];
}

/** The recorded facts about the client. */
function getClientFacts(request: RequestDetail): Fact[] {
  const { client_address: address, user_agent: userAgent, method, path } = request;
  return [
    ...(address === null ? [] : [{ label: 'Client address', value: address }]),
    ...(userAgent === null ? [] : [{ label: 'User agent', value: userAgent }]),
    ...(path === null ? [] : [{ label: 'Path', value: `${method ?? ''} ${path}` }]),
  ];
}

/** The facts that `/api/forms` declares. The error code of a refused request is shown in its response section instead. */
function getDeclaredFacts(request: RequestDetail, declared: readonly DeclaredFact[]): Fact[] {
  return declared.flatMap(({ name, kind, label }): Fact[] => {
    const value = request[name];
    if (value === null || (request.refused && name === 'error_code')) return [];
    if (name === 'session_id')
      return [{ label, value: <SessionValue id={String(value)} startedAt={request.started_at} /> }];
    return [{ label, value: FACT_TEXTS[kind](value) }];
  });
}

/** Formats the value of a fact, by its kind. */
const FACT_TEXTS: Readonly<Record<DeclaredFact['kind'], (value: string | number | boolean) => string>> = {
  text: String,
  count: (value) => Number(value).toLocaleString('en'),
  milliseconds: (value) => formatDuration(Number(value)),
  flag: (value) => (value === true ? 'Yes' : 'No'),
};

function SessionValue({ id, startedAt }: { id: string; startedAt: string }) {
  return (
    <>
      <Text span ff="monospace" size="sm" display="block" style={{ overflowWrap: 'anywhere' }}>
        {id}
      </Text>
      <PageLink to={getSessionPath(id, new Date(startedAt))}>View all requests of this session</PageLink>
    </>
  );
}

interface OwnerValueProps {
  owner: string;
  tokenName: string | null;
  isAdmin: boolean;
}

/** A token without an owner is its own owner. Such an owner has no page. */
function OwnerValue({ owner, tokenName, isAdmin }: OwnerValueProps) {
  const text = describeOwner(owner, tokenName);
  return isAdmin && text === owner ? <PageLink to={ownerPath(owner)}>{owner}</PageLink> : text;
}

function ChannelValue({ request, isAdmin }: { request: RequestDetail; isAdmin: boolean }) {
  const { channel, channel_id: id } = request;
  if (channel === null) return 'None';
  return isAdmin && id !== null ? <PageLink to={`/channels/${id}`}>{channel}</PageLink> : channel;
}

function Flags({ flags }: { flags: readonly string[] }) {
  return (
    <Group gap={4}>
      {flags.map((flag) => (
        <Badge key={flag} color="orange" variant="light">
          {flag}
        </Badge>
      ))}
    </Group>
  );
}

function PageLink({ to, children }: { to: string; children: string }) {
  return (
    <Anchor component={Link} to={to} inherit>
      {children}
    </Anchor>
  );
}

function usageFacts({ usage }: RequestDetail): Fact[] {
  const amounts = usedAmounts(usage);
  if (amounts.length === 0) return [{ label: 'Usage', value: 'None recorded' }];
  return amounts.map(({ label, amount }) => ({ label, value: amount }));
}
