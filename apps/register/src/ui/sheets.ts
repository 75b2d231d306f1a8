/** The app's styles, in the order in which they build on each other. */
import '@pos/tokens/tokens.css';
import './base.css';
import './frame.css';
import './controls.css';
import './lines.css';
import './notices.css';
import './screens.css';
import './phone.css';
