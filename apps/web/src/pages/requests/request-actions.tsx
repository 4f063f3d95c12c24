import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconTerminal2 } from '@tabler/icons-react';
import { gatewayAddress } from '../../app/addresses.js';
import { OutcomeBadge } from './outcome-badge.js';
import { type RequestDetail } from './request-queries.js';
import { toCurl } from './to-curl.js';

/** The buttons and the badge next to the title of a request. */
export function RequestActions({ request }: { request: RequestDetail }) {
  const command = toCurl(request, gatewayAddress);
  return (
    <>
      {command === undefined ? null : <CopyCurl command={command} />}
      <OutcomeBadge outcome={request.outcome} isRefused={request.refused} />
    </>
  );
}

function CopyCurl({ command }: { command: string }) {
  const { copied, copy } = useClipboard({ timeout: 1_000 });
  const Icon = copied ? IconCheck : IconTerminal2;
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Icon size={14} aria-hidden />}
      title="The command reads the token from $MODELGATE_TOKEN and uses a sample prompt."
      onClick={() => copy(command)}
    >
      {copied ? 'Copied' : 'Copy as curl'}
    </Button>
  );
}
