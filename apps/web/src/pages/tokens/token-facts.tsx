import { Badge, Code, Group, Text } from '@mantine/core';
import { type ReactNode } from 'react';
import { type Fact, FactList } from '../../kit/fact-list.js';
import { formatCount, formatUsd } from '../../kit/format.js';
import { When } from '../../kit/when.js';
import { type Token } from './token-queries.js';

export function TokenFacts({ token }: { token: Token }) {
  return <FactList facts={getFacts(token)} />;
}

function getFacts(token: Token): Fact[] {
  const { cache_ttl_seconds: cacheSeconds, webhook } = token;
  return [
    { label: 'Key', value: <Code>{token.key_hint}</Code> },
    { label: 'Owner', value: token.owner ?? dimmed('nobody') },
    { label: 'Models', value: token.models === null ? 'every model' : badges(token.models) },
    { label: 'Limits', value: getLimits(token) },
    { label: 'Spent so far', value: formatUsd(token.spent_usd) },
    { label: 'Expires', value: moment(token.expires_at) },
    { label: 'Allowed addresses', value: token.allowed_ips === null ? 'any' : badges(token.allowed_ips) },
    {
      label: 'Webhook',
      value: webhook === null ? dimmed('none') : `${webhook.url}${webhook.has_secret ? ' (signed)' : ''}`,
    },
    {
      label: 'Cache',
      value: cacheSeconds === null ? dimmed('as the gateway does') : `${formatCount(cacheSeconds)} s`,
    },
    { label: 'Last used', value: moment(token.last_used_at) },
    { label: 'Created', value: <When at={token.created_at} /> },
  ];
}

function getLimits({ rpm, tpm, concurrency, requests_per_day: perDay }: Token): ReactNode {
  const limits = [
    [rpm, 'requests a minute'],
    [tpm, 'tokens a minute'],
    [concurrency, 'at a time'],
    [perDay, 'requests a day'],
  ] as const;
  const told = limits.flatMap(([limit, unit]) => (limit === null ? [] : `${formatCount(limit)} ${unit}`));
  return told.length === 0 ? dimmed('none') : told.join(', ');
}

function moment(at: string | null): ReactNode {
  return at === null ? dimmed('never') : <When at={at} />;
}

function badges(names: readonly string[]): ReactNode {
  return (
    <Group gap={4} component="span">
      {names.map((name) => (
        <Badge key={name} variant="default" tt="none" fw={500} component="span">
          {name}
        </Badge>
      ))}
    </Group>
  );
}

function dimmed(text: string): ReactNode {
  return (
    <Text span inherit c="dimmed">
      {text}
    </Text>
  );
}
