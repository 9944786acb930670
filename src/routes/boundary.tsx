import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '#config/paths.ts';
import { forgetFailedScreens } from './lazy-screen.ts';
import { reloadForNewBuild } from './stale-build.ts';
import { CrashScreen } from '#ui/screens/shared/crash.tsx';

type BoundaryProps = { place: string; children: ReactNode };

class Boundary extends Component<BoundaryProps, { error: unknown; place: string }> {
  override state = { error: null as unknown, place: this.props.place };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  static getDerivedStateFromProps(props: BoundaryProps, state: { place: string }) {
    return props.place === state.place ? null : { error: null, place: props.place };
  }

  /** Code that did not come is fetched again when the person tries again. */
  override componentDidCatch(error: unknown) {
    forgetFailedScreens();
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

/** Catches what a screen did not, says what happened, and offers a way back. Another address clears it. */
export function RouteBoundary({ children }: { children: ReactNode }) {
  return <Boundary place={useLocation().pathname}>{children}</Boundary>;
}
