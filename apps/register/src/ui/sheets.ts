/** The app's styles, in the order in which they build on each other. */
import '@pos/tokens/tokens.css';
import '@pos/tokens/reset.css';
import './base.css';
import './frame.css';
import './controls.css';
import './keypads.css';
import './lines.css';
import './notices.css';
import './utilities.css';
import '../screens/start/start.css';
import '../screens/sell/sell.css';
import '../screens/pay/pay.css';
import '../screens/around/around.css';
import './laptop.css';
import './phone.css';
