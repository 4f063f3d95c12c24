import { Button, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCode } from '@tabler/icons-react';
import { Suspense, lazy, useState } from 'react';
import { loadChunk } from '../../kit/load-chunk.js';
import { type ApiRequest } from '../call/api-request.js';

interface ViewCodeProps {
  request: ApiRequest;
  size?: ButtonProps['size'];
}

const CodeDialog = lazy(() =>
  loadChunk(async () => ({ default: (await import('./code-dialog.js')).CodeDialog })),
);

/** A button that opens a dialog with the code for a request. */
export function ViewCode({ request, size = 'xs' }: ViewCodeProps) {
  const [isRequested, setIsRequested] = useState(false);
  const [isOpen, { open, close }] = useDisclosure(false, { onOpen: () => setIsRequested(true) });
  return (
    <>
      <Button size={size} variant="default" leftSection={<IconCode size={16} />} onClick={open}>
        View code
      </Button>
      <Suspense>
        {isRequested ? <CodeDialog request={request} isOpen={isOpen} onClose={close} /> : null}
      </Suspense>
    </>
  );
}
