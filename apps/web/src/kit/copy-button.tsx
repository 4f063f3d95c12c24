import { ActionIcon } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Tooltip } from './tooltip.js';

export interface CopyButtonProps {
  value: string;
  /** What is copied: "Copy the token". */
  label: string;
  /** Called when it is in the clipboard, which browsers keep from pages without HTTPS. */
  onCopied?: () => void;
}

export function CopyButton({ value, label, onCopied }: CopyButtonProps) {
  const { copied, copy } = useClipboard({ timeout: 1_000 });
  const told = useRef(onCopied);
  useEffect(() => {
    told.current = onCopied;
  });
  useEffect(() => {
    if (copied) told.current?.();
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
