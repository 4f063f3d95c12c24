import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { BudgetMeters } from '../../kit/budget/budget-meter.js';
import { FactList } from '../../kit/fact-list.js';
import { Loaded } from '../../kit/loaded.js';
import { Section } from '../../kit/section.js';
import { describeLimits, describeModels } from '../catalog/describe-limits.js';
import { OwnerLimitsModal } from './owner-limits-modal.js';
import { type Owner, oneOwner } from './owner-queries.js';

interface OwnerLimitsProps {
  owner: string;
  /** Opens the dialog with the member limits. Used for members without limits as an owner. */
  onMemberLimits?: () => void;
}

/** Shows the limits and the budget that all tokens of an owner share. */
export function OwnerLimits({ owner: name, onMemberLimits }: OwnerLimitsProps) {
  const query = useQuery(oneOwner(name));
  const owner = query.data;
  const [edited, setEdited] = useState<Owner>();
  const isMember = owner?.user?.role === 'member';
  const hasMemberLimits = isMember && owner.limits_origin === null;
  const edit = (): void =>
    hasMemberLimits && onMemberLimits !== undefined ? onMemberLimits() : setEdited(owner);
  const canEdit = owner !== undefined && owner.limits_origin !== 'file';
  return (
    <Section
      title="Limits and budget"
      h="100%"
      aside={
        <Button size="compact-sm" variant="default" disabled={!canEdit} onClick={edit}>
          Edit limits
        </Button>
      }
    >
      <Loaded query={query} h={160}>
        {(loaded) => <Facts owner={loaded} />}
      </Loaded>
      <OwnerLimitsModal owner={edited} onClose={() => setEdited(undefined)} />
    </Section>
  );
}

function Facts({ owner }: { owner: Owner }) {
  const { budgets, tokens, active_tokens: active } = owner;
  const limits = describeLimits(owner.limits === null ? null : { ...owner.limits, budget: null });
  const models = describeModels(owner.limits);
  return (
    <Stack gap="sm">
      {budgets.length === 0 ? <Text size="sm">No budget is set.</Text> : <BudgetMeters budgets={budgets} />}
      <FactList
        facts={[
          { label: 'Tokens', value: `${active} active of ${tokens}` },
          { label: 'Shared limits', value: limits.length === 0 ? 'None' : limits.join(', ') },
          ...(models === undefined ? [] : [{ label: 'Allowed models', value: models }]),
        ]}
      />
      <Text size="xs" c="dimmed">
        {explainOrigin(owner)}
      </Text>
    </Stack>
  );
}

function explainOrigin({ limits_origin: origin, user }: Owner): ReactNode {
  if (origin === 'file') return 'These limits are set in the config file and can only be changed there.';
  if (user?.role !== 'member') return 'All tokens of this owner share these limits.';
  if (origin === 'console') return 'These limits override the limits for all members.';
  return (
    <>
      Limits that are not set here use the{' '}
      <Anchor component={Link} to="/settings#members.rpm" inherit underline="always">
        defaults in the settings
      </Anchor>
      .
    </>
  );
}
