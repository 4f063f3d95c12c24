import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';

export interface DownloadLinkProps {
  url: string | undefined;
  fileName: string;
  /** The accessible name, needed if there are several links. */
  label?: string;
}

export function DownloadLink({ url, fileName, label }: DownloadLinkProps) {
  if (url === undefined) return null;
  return (
    <Button
      component="a"
      href={url}
      download={fileName}
      size="xs"
      variant="default"
      leftSection={<IconDownload size={14} />}
      aria-label={label}
    >
      Download
    </Button>
  );
}
