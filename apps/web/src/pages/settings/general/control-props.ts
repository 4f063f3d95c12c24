import { type ReactNode } from 'react';

/** What every control of a setting gets. Null is the absence of a choice. */
export interface ControlProps<Value> {
  label: string;
  placeholder: string | undefined;
  disabled: boolean;
  error: ReactNode;
  value: Value | null;
  onChange: (value: Value | null) => void;
}
