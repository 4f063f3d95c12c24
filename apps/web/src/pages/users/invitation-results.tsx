import { Alert, Button, Code, Group, Progress, ScrollArea, Stack, Text } from '@mantine/core';
import { IconDownload, IconKey } from '@tabler/icons-react';
import { useRef } from 'react';
import { CopyButton } from '../../kit/copy-button.js';
import { leaveAfterWarning } from '../../kit/leaving/ask-before-leaving.js';
import { useLeaveWarning } from '../../kit/leaving/use-leave-warning.js';
import { type SmallColumn, SmallTable } from '../../kit/table/small-table.js';
import { type InvitationResult, writeResults } from './invitations.js';
import { ROLES } from './user-state.js';

interface InvitationResultsProps {
  results: readonly InvitationResult[];
  total: number;
  isRunning: boolean;
  onClose: () => void;
}

/** The result for each line, with the one-time passwords. */
export function InvitationResults({ results, total, isRunning, onClose }: InvitationResultsProps) {
  const saved = useRef(0);
  const created = results.filter(({ password }) => password !== undefined);
  const failed = results.filter(({ problem }) => problem !== undefined).length;
  const markAsSaved = (): void => {
    saved.current = created.length;
  };
  useLeaveWarning({
    isActive: () => isRunning || created.length > saved.current,
    title: 'Leave without saving the passwords?',
    consequence: 'They are shown only once. Users that have not been created yet will be skipped.',
    verb: 'Leave anyway',
  });
  const download = (): void => {
    saveFile('users.csv', writeResults(results));
    markAsSaved();
  };
  return (
    <Stack>
      <Alert
        color="gate"
        icon={<IconKey />}
        title="Save the passwords now: they are shown only once"
        role="status"
      >
        <Text size="sm">
          {created.length} of {total} created{failed === 0 ? '' : `, ${failed} failed`}. Share each password
          over a secure channel.
        </Text>
      </Alert>
      {isRunning ? (
        <Progress value={(results.length / total) * 100} aria-label="Created users" animated />
      ) : null}
      <ScrollArea.Autosize mah="24rem" viewportProps={{ tabIndex: 0 }}>
        <SmallTable aria-label="Created users" columns={COLUMNS} rows={results} rowKey={({ line }) => line} />
      </ScrollArea.Autosize>
      <Group justify="flex-end">
        <CopyButton
          value={created.map(({ email, password }) => `${email}\t${password}`).join('\n')}
          label="Copy all passwords"
          onCopied={markAsSaved}
        />
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          disabled={isRunning || results.length === 0}
          onClick={download}
        >
          Download CSV
        </Button>
        <Button disabled={isRunning} onClick={() => leaveAfterWarning(onClose)}>
          Done
        </Button>
      </Group>
    </Stack>
  );
}

const COLUMNS: readonly SmallColumn<InvitationResult>[] = [
  { header: 'Line', cell: ({ line }) => line },
  { header: 'E-mail address', cell: ({ email }) => email },
  { header: 'Role', visibleFrom: 'sm', cell: ({ role }) => ROLES[role] },
  {
    header: 'Result',
    cell: ({ password, problem }) =>
      problem === undefined ? (
        <Code>{password}</Code>
      ) : (
        <Text size="sm" c="var(--mantine-color-error)">
          {problem}
        </Text>
      ),
  },
];

/** Downloads a text as a file. The text does not leave the browser. */
function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
