import { notifications } from '@mantine/notifications';

export function tellDone(message: string): void {
  notifications.show({ message, color: 'gate' });
}

export function tellFailure(error: Error): void {
  notifications.show({ title: 'That did not work', message: error.message, color: 'red', autoClose: 10_000 });
}
