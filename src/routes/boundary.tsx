import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '#common/config/paths.ts';
import { reloadForNewBuild } from './stale-build.ts';
import { CrashScreen } from '#ui/app/crash.tsx';

type BoundaryProps = { place: string; onError: () => void; children: ReactNode };

class Boundary extends Component<BoundaryProps, { error: unknown; place: string }> {
  override state = { error: null as unknown, place: this.props.place };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  static getDerivedStateFromProps(props: BoundaryProps, state: { place: string }) {
    return props.place === state.place ? null : { error: null, place: props.place };
  }

  /** A new build may have replaced the screen's file. */
  override componentDidCatch(error: unknown) {
    this.props.onError();
    void reloadForNewBuild(window, error);
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    return (
      <CrashScreen
        error={this.state.error}
        homePath={paths.dashboard()}
        onRetry={() => this.setState({ error: null })}
      />
    );
  }
}

/**
 * Catches a screen's error, shows a message and offers a way back. Another address clears it.
 * @param onError called when an error was caught
 */
export function RouteBoundary(props: Omit<BoundaryProps, 'place'>) {
  return <Boundary place={useLocation().pathname} {...props} />;
}
