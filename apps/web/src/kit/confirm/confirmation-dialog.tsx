import { Box, Button, Group, Modal } from '@mantine/core';
import { type ShownConfirmation, closeConfirmation } from './confirmation.js';

/** Above other dialogs, because they can open a confirmation. */
const Z_INDEX = 201;

export function ConfirmationDialog({ isOpen, confirmation }: ShownConfirmation) {
  const {
    title,
    content,
    confirmLabel,
    cancelLabel = 'Cancel',
    hasFocusOnCancel = false,
    zIndex = Z_INDEX,
  } = confirmation;
  const confirm = (): void => {
    confirmation.onConfirm();
    closeConfirmation();
  };
  return (
    <Modal opened={isOpen} onClose={closeConfirmation} title={title} zIndex={zIndex}>
      <Box mb="md">{content}</Box>
      <Group justify="flex-end">
        <Button variant="default" data-autofocus={hasFocusOnCancel || undefined} onClick={closeConfirmation}>
          {cancelLabel}
        </Button>
        <Button color="red" onClick={confirm}>
          {confirmLabel}
        </Button>
      </Group>
    </Modal>
  );
}
