import { Badge, Code, Grid, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { useParams } from 'react-router';
import { BudgetMeters } from '../../kit/budget/budget-meter.js';
import { type Fact, FactList } from '../../kit/fact-list.js';
import { describeBudget } from '../../kit/budget/budget-value.js';
import { formatCount } from '../../kit/format.js';
import { LoadedPage } from '../../kit/loaded.js';
import { PageHeader } from '../../kit/page-header.js';
import { Section } from '../../kit/section.js';
import { formatSpend } from '../../kit/spend.js';
import { RelativeTime } from '../../kit/relative-time.js';
import { describeLimits, describeModels } from '../catalog/describe-limits.js';
import { OwnerName } from '../owners/owner-name.js';
import { ClientSetup } from './setup/client-setup.js';
import { TokenActions } from './token-actions.js';
import { type FieldKind, type TokenField, listFields, tokenFieldGroups } from './token-fields.js';
import { TokenNotes } from './token-notes.js';
import { TOKEN_LIST, type Token, oneToken, useUnpriced } from './token-queries.js';
import { SpendOverTime } from './token-spend.js';
import { TokenStatus } from './token-status.js';

export function TokenPage() {
  const { id = '' } = useParams();
  return (
    <LoadedPage query={useQuery(oneToken(id))} title="Token" list={TOKEN_LIST}>
      {(token) => <TokenDetails token={token} />}
    </LoadedPage>
  );
}

function TokenDetails({ token }: { token: Token }) {
  return (
    <>
      <PageHeader
        title={token.name}
        description={<TokenStatus token={token} />}
        actions={<TokenActions token={token} />}
      />
      <Stack>
        <TokenNotes token={token} />
        <Grid>
          <Grid.Col span={{ base: 12, md: 7 }}>
            <Spending token={token} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 5 }}>
            <Section title="Details" size="lg" h="100%">
              <TokenFacts token={token} />
            </Section>
          </Grid.Col>
        </Grid>
        {token.status === 'active' && token.origin !== 'playground' ? (
          <Section title="Connect a client" p="lg">
            <ClientSetup token={token} />
          </Section>
        ) : null}
      </Stack>
    </>
  );
}

function Spending({ token }: { token: Token }) {
  return (
    <Section title="Spend" size="lg" h="100%">
      {token.budgets.length === 0 ? (
        <Text size="sm" c="dimmed">
          No budget applies to this token.
        </Text>
      ) : (
        <BudgetMeters budgets={token.budgets} />
      )}
      <SpendOverTime filter={{ token: token.id }} />
    </Section>
  );
}

function TokenFacts({ token }: { token: Token }) {
  const unpriced = useUnpriced();
  const { data: groups = [] } = useQuery(tokenFieldGroups);
  return <FactList facts={getFacts(token, listFields(groups), unpriced(token))} />;
}

function getFacts(token: Token, fields: readonly TokenField[], unpriced: number): Fact[] {
  return [
    { label: 'Key', value: <Code>{token.key_hint}</Code> },
    ...fields.filter(hasOwnLine).map((field) => toFact(token, field)),
    { label: 'Limits', value: getLimits(token, fields) },
    ...ownerLimits(token),
    { label: 'Total spend', value: <TotalSpend token={token} unpriced={unpriced} /> },
    { label: 'Last used', value: moment(token.last_used_at) },
    { label: 'Created', value: <RelativeTime at={token.created_at} /> },
  ];
}

/** Budgets are shown with the spend, and limits share one line. All other settings have a separate line. */
function hasOwnLine({ kind, unit }: TokenField): boolean {
  return kind !== 'budget' && !(kind === 'count' && unit === null);
}

function TotalSpend({ token, unpriced }: { token: Token; unpriced: number }) {
  return (
    <>
      {formatSpend({ costUsd: token.spent_usd, unpriced })}
      {unpriced > 0 ? (
        <Text size="xs" c="dimmed">
          “Unknown” covers only requests of the last 30 days.
        </Text>
      ) : null}
    </>
  );
}

/** The limits that all tokens of the owner share. */
function ownerLimits({ owner_limits: limits }: Token): Fact[] {
  const described = describeLimits(limits);
  const models = describeModels(limits);
  return [
    ...(described.length === 0 ? [] : [{ label: 'Owner limits', value: described.join(', ') }]),
    ...(models === undefined ? [] : [{ label: 'Owner models', value: models }]),
  ];
}

/** For example "60 requests per minute, 5 concurrent requests". */
function getLimits(token: Token, fields: readonly TokenField[]): ReactNode {
  const limits = fields.filter(({ kind, unit }) => kind === 'count' && unit === null);
  const set = limits.flatMap(({ name, label }) => {
    const limit = readSetting<number>(token, name);
    return limit === null ? [] : [`${formatCount(limit)} ${label.toLowerCase()}`];
  });
  return set.length === 0 ? dimmed('none') : set.join(', ');
}

function toFact(token: Token, field: TokenField): Fact {
  const value = readSetting(token, field.name) as never;
  return { label: field.label, value: SHOWN[field.kind](value, field) };
}

function readSetting<Value>(token: Token, name: string): Value | null {
  return ((token as Readonly<Record<string, unknown>>)[name] ?? null) as Value | null;
}

/** How the page shows each kind of setting. */
const SHOWN: { readonly [Kind in FieldKind]: (value: never, field: TokenField) => ReactNode } = {
  owner: (owner: string | null) => <OwnerName owner={owner} />,
  models: showList,
  networks: showList,
  count: (count: number | null, { unit, when_empty: none }) =>
    count === null || count === 0
      ? dimmed((none ?? 'none').toLowerCase())
      : `${formatCount(count)} ${unit ?? ''}`,
  budget: (budget: Token['budget']) => (budget === null ? dimmed('none') : describeBudget(budget).join(', ')),
  moment,
  webhook: (webhook: Token['webhook']) =>
    webhook === null ? dimmed('none') : `${webhook.url}${webhook.has_secret ? ' (signed)' : ''}`,
  retention: (content: Token['store_content']) =>
    content === null ? dimmed('off') : `for ${formatCount(content.ttl_days)} days`,
};

function showList(names: string[] | null, { when_empty: none }: TokenField): ReactNode {
  return names === null ? (none ?? 'any').toLowerCase() : badges(names);
}

function moment(at: string | null): ReactNode {
  return at === null ? dimmed('never') : <RelativeTime at={at} />;
}

function badges(names: readonly string[]): ReactNode {
  return (
    <Group gap={4} component="span">
      {names.map((name) => (
        <Badge key={name} variant="default" fw={500} component="span">
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
