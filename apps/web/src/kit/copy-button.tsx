import { ActionIcon } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Tooltip } from './tooltip.js';

export interface CopyButtonProps {
  value: string;
  /** For example "Copy the token". */
  label: string;
  /** Called after the value was copied. Browsers do not give pages without HTTPS access to the clipboard. */
  onCopied?: () => void;
}

export function CopyButton({ value, label, onCopied }: CopyButtonProps) {
  const { copied, copy } = useClipboard({ timeout: 1_000 });
  const onCopiedRef = useRef(onCopied);
  useEffect(() => {
    onCopiedRef.current = onCopied;
  });
  useEffect(() => {
    if (copied) onCopiedRef.current?.();
  }, [copied]);
  return (
    <Tooltip label={copied ? 'Copied' : label}>
      <ActionIcon
        variant="subtle"
        color={copied ? 'gate' : 'gray'}
        onClick={() => copy(value)}
        aria-label={label}
      >
        {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
      </ActionIcon>
    </Tooltip>
  );
}
