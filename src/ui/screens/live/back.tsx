import { ArrowLeft } from 'lucide-react';
import { paths } from '#config/paths.ts';
import { buttonClass } from '#ui/primitives/button.tsx';
import { Link } from '../shared/link.tsx';

/** The dashboards have no navigation bar: this is the way out. */
export function BackToDashboard() {
  return (
    <Link to={paths.dashboard()} className={buttonClass({ variant: 'quiet', size: 'small' })}>
      <ArrowLeft aria-hidden />
      Back
    </Link>
  );
}
