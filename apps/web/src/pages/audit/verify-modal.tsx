import { Alert, Button, Code, Group, List, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconAlertTriangle, IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { type Schema } from '../../api/client.js';
import { CopyButton } from '../../kit/copy-button.js';
import { Failure } from '../../kit/failure.js';
import { formatCount } from '../../kit/format.js';
import { verifyAudit } from './audit-queries.js';

export interface VerifyModalProps {
  opened: boolean;
  onClose: () => void;
}

export function VerifyModal({ opened, onClose }: VerifyModalProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Verify audit log" size="lg">
      <Verification />
    </Modal>
  );
}

function Verification() {
  const [head, setHead] = useState('');
  const verify = useMutation({ mutationFn: () => verifyAudit(head.trim() || undefined) });
  return (
    <Stack>
      <Text size="sm">
        The gateway recomputes the hash of every entry. An entry that was altered, removed or inserted breaks
        the chain of hashes.
      </Text>
      <TextInput
        label="Earlier head hash (optional)"
        description="The head hash that an earlier verification showed. All entries up to it must still exist."
        placeholder="42:9f86d081884c…"
        value={head}
        onChange={(event) => setHead(event.currentTarget.value)}
      />
      {verify.error === null ? null : <Failure error={verify.error} />}
      {verify.data === undefined ? null : <Result report={verify.data} />}
      <Group justify="flex-end">
        <Button loading={verify.isPending} onClick={() => verify.mutate()}>
          {verify.data === undefined ? 'Verify' : 'Verify again'}
        </Button>
      </Group>
    </Stack>
  );
}

function Result({ report: { entries, faults, head } }: { report: Schema<'AuditReportView'> }) {
  if (faults.length > 0) {
    return (
      <Alert color="red" icon={<IconAlertTriangle />} role="alert" title="The audit log has been altered">
        <Text size="sm">{formatCount(entries)} entries checked. Problems found:</Text>
        <List size="sm" mt="xs">
          {faults.map(({ seq, what }) => (
            <List.Item key={`${seq} ${what}`}>
              Entry {seq}: {what}
            </List.Item>
          ))}
        </List>
      </Alert>
    );
  }
  return (
    <Alert
      color="gate"
      icon={<IconShieldCheck />}
      role="status"
      title={`All ${formatCount(entries)} entries are valid`}
    >
      <Text size="sm">Store this hash outside the gateway and enter it at the next verification:</Text>
      <Group gap="xs" wrap="nowrap" mt="xs">
        <Code flex={1} style={{ overflowWrap: 'anywhere' }}>
          {head}
        </Code>
        <CopyButton value={head} label="Copy the head" />
      </Group>
    </Alert>
  );
}
