import { Button, FileButton, Group, Modal, Radio, Stack, Text, Textarea } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { leaveAfterWarning } from '../../kit/leaving/ask-before-leaving.js';
import { notifyError } from '../../kit/notify.js';
import { InvitationResults } from './invitation-results.js';
import {
  type Invitation,
  type InvitationResult,
  MAX_INVITATIONS,
  MAX_TEXT_LENGTH,
  readInvitations,
} from './invitations.js';
import { USERS, type UserRole } from './user-queries.js';
import { api, unwrapResponse } from '../../api/client.js';

interface InviteUsersModalProps {
  opened: boolean;
  onClose: () => void;
}

/** The dialog to create several users from a list. */
export function InviteUsersModal({ opened, onClose }: InviteUsersModalProps) {
  return (
    <Modal
      opened={opened}
      onClose={() => leaveAfterWarning(onClose)}
      title="Create several users"
      closeOnClickOutside={false}
      size="xl"
    >
      <InviteUsers onClose={onClose} />
    </Modal>
  );
}

function InviteUsers({ onClose }: Pick<InviteUsersModalProps, 'onClose'>) {
  const { results, isRunning, start } = useInvitationRun();
  const [total, setTotal] = useState(0);
  if (total > 0)
    return <InvitationResults results={results} total={total} isRunning={isRunning} onClose={onClose} />;
  const submit = (invitations: readonly Invitation[]): void => {
    setTotal(invitations.length);
    void start(invitations).catch(notifyError);
  };
  return <InvitationForm onSubmit={submit} onClose={onClose} />;
}

interface InvitationFormProps {
  onSubmit: (invitations: readonly Invitation[]) => void;
  onClose: () => void;
}

function InvitationForm({ onSubmit, onClose }: InvitationFormProps) {
  const [text, setText] = useState('');
  const [role, setRole] = useState<UserRole>('member');
  const invitations = text.length > MAX_TEXT_LENGTH ? [] : readInvitations(text, role);
  const problem = findProblem(text, invitations);
  const validInvitations = invitations.filter((invitation) => invitation.problem === undefined);
  const load = (file: File | null): void => {
    if (file !== null && file.size > MAX_TEXT_LENGTH)
      notifyError(new Error('The file is larger than 100 KB.'));
    else void file?.text().then(setText, notifyError);
  };
  return (
    <Stack>
      <Textarea
        data-autofocus
        label="Users"
        description="One e-mail address per line. To set a role, add “, member” or “, admin”."
        placeholder={'ann@example.com\nbob@example.com, admin'}
        minRows={6}
        maxRows={14}
        autosize
        spellCheck={false}
        value={text}
        error={problem}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group>
        <FileButton accept=".csv,.txt,text/csv,text/plain" onChange={load}>
          {(props) => (
            <Button {...props} variant="default" size="xs" leftSection={<IconUpload size={14} />}>
              Load a CSV file
            </Button>
          )}
        </FileButton>
      </Group>
      <Radio.Group label="Default role" value={role} onChange={setRole}>
        <Group mt={6}>
          <Radio value="member" label="Member" />
          <Radio value="admin" label="Administrator" />
        </Group>
      </Radio.Group>
      <LineProblems invitations={invitations} />
      <Text size="sm" c="dimmed">
        Each user gets a one-time password, which is shown in the next step only. They choose their own at the
        first sign-in.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={() => leaveAfterWarning(onClose)}>
          Cancel
        </Button>
        <Button
          disabled={problem !== undefined || validInvitations.length === 0}
          onClick={() => onSubmit(invitations)}
        >
          {describeSubmit(validInvitations)}
        </Button>
      </Group>
    </Stack>
  );
}

function LineProblems({ invitations }: { invitations: readonly Invitation[] }) {
  const invalid = invitations.filter(({ problem }) => problem !== undefined);
  if (invalid.length === 0) return null;
  const [first] = invalid;
  return (
    <Text size="sm" role="status" c="var(--mantine-color-error)">
      Line {first?.line}: {first?.problem}
      {invalid.length === 2 ? ' 1 more line is invalid.' : ''}
      {invalid.length > 2 ? ` ${invalid.length - 1} more lines are invalid.` : ''} Invalid lines are skipped.
    </Text>
  );
}

function findProblem(text: string, invitations: readonly Invitation[]): string | undefined {
  if (text.length > MAX_TEXT_LENGTH) return 'The list is longer than 100 KB.';
  return invitations.length > MAX_INVITATIONS
    ? `The list has ${invitations.length} users. Create at most ${MAX_INVITATIONS} at a time.`
    : undefined;
}

function describeSubmit(validInvitations: readonly Invitation[]): string {
  const admins = validInvitations.filter(({ role }) => role === 'admin').length;
  const users = `Create ${validInvitations.length} ${validInvitations.length === 1 ? 'user' : 'users'}`;
  return admins === 0 ? users : `${users}, ${admins} as administrator${admins === 1 ? '' : 's'}`;
}

interface InvitationRun {
  results: readonly InvitationResult[];
  isRunning: boolean;
  start: (invitations: readonly Invitation[]) => Promise<void>;
}

/** Creates users one after another. A failed line does not stop the others. */
function useInvitationRun(): InvitationRun {
  const client = useQueryClient();
  const [results, setResults] = useState<readonly InvitationResult[]>([]);
  const [isRunning, setRunning] = useState(false);
  const isUnmounted = useRef(false);
  useEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
    };
  }, []);

  const start = async (invitations: readonly Invitation[]): Promise<void> => {
    setRunning(true);
    for (const invitation of invitations) {
      if (isUnmounted.current) break;
      const result = await invite(invitation);
      setResults((before) => [...before, result]);
    }
    setRunning(false);
    await client.invalidateQueries({ queryKey: USERS });
  };
  return { results, isRunning, start };
}

async function invite(invitation: Invitation): Promise<InvitationResult> {
  const { email, role, problem } = invitation;
  if (problem !== undefined) return invitation;
  try {
    const { password } = await unwrapResponse(api.POST('/api/users', { body: { email, role } }));
    return password === undefined ? invitation : { ...invitation, password };
  } catch (error) {
    return { ...invitation, problem: error instanceof Error ? error.message : String(error) };
  }
}
