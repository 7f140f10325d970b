import { names, type MerchantGroup } from './group.ts'

/** Who pays out, lends, insures, employs and taxes, beyond the best known of the United States. */
export const MONEY_MERCHANTS: readonly MerchantGroup[] = [
  {
    in: 'revenue.card_settlement',
    out: 'fees.merchant_processing',
    merchants: names(`
      Stax Payments: STAX BY FATTMERCHANT, FATTMERCHANT; PayPal Zettle = PAYPAL ZETTLE, IZETTLE;
      takepayments; Barclaycard Merchant = BARCLAYCARD MERCHANT, BARCLAYCARD BUSINESS SETTLEMENT;
      Lloyds Cardnet: CARDNET; EVO Payments: EVO MERCHANT; Bambora; Evalon; Poynt; Paytrace; Wells
      Fargo Merchant = WFB MERCHANT, WELLS FARGO MERCHANT, WF MERCHANT; CardPointe; Clearent; BofA
      Merchant Services = BOFA MERCH SVCS, BOFA MERCHANT; Gravity Payments; Dharma Merchant; Paya
      Inc; Bluefin Payment; Xplor Pay: XPLOR TECH; TransFirst; iPayment; Merchant One; Vantiv;
      Cayan; Evertec; Repay Merchant; NMI Gateway: NETWORK MERCHANTS; USAePay; Pin Payments; eWAY;
      Zeller Australia; Live Payments; First American Payment: FAPS; Harbortouch; Flywire; Finix;
      PayJunction; Chase Merchant = CHASE MERCHANT SERV, CHASE PAYMENTECH; Checkout.com; Trustly;
      Rapyd; Opayo; Cybersource; Fattmerchant; Basys Processing; Beanworks; Electronic Merchant
      Sys; Banquest; Maverick Payments; Swipesum; PaymentCloud; Merchant Lynx; TD Merchant;
      Desjardins POS; Peoples Trust Merchant; Chase Paymentech; Planet Payment; Bank of America
      Merchant; Global Payments = GLOBAL PAYMENT, GLOBAL PYMT, GPN DATA; Quantum EPR; Handpoint;
      PayPoint; CommBank EFTPOS = CBA MERCHANT, COMMBANK MERCHANT; NAB Merchant = NAB MERCHANT
      SETTLEMENT; ANZ Worldline; Westpac Merchant; Smartpay NZ; Stripe Payments UK; Revolut
      Merchant; Viva Wallet
    `),
  },
  {
    in: 'revenue.online_marketplace',
    out: null,
    merchants: names(`
      Amazon Seller = AMAZON COM SVCS, AMZN SELLER, AMAZON C, AMAZON UK SETTLEMENT, AMAZON EU;
      Newegg Marketplace = NEWEGG MARKETPLACE; Whatnot Inc; Grailed; Vinted; OfferUp; Bonanza;
      Redbubble; Teespring; Not On The High Street: NOTONTHEHIGHSTREET; OnBuy; Catch Marketplace;
      Chairish; 1stDibs; Zulily Vendor; Goat Payout: GOAT GROUP; Back Market: BACKMARKET; Gumtree;
      Facebook Marketplace = META PAYMENTS INC, FB MARKETPLACE; Trade Me; Kogan Marketplace;
      Target Plus = TARGET PLUS; Best Buy Marketplace = BEST BUY MARKETPLACE; Zazzle; Society6;
      Discogs; Swappa; Rakuten Marketplace; Tundra Wholesale; Abound Wholesale; Kidizen; Tradesy;
      Walmart Marketplace = WALMART MARKETPL, WALMART SELLER, WMT MARKETPLACE; Vestiaire;
      Cdiscount; TikTok Shop = TIKTOK SHOP, TIKTOKSHOP
    `),
  },
  {
    in: 'revenue.delivery_platform',
    out: 'expenses.meals_entertainment',
    merchants: names(`
      Waitr; ChowNow; Favor Delivery; BeyondMenu; Foodpanda; HungryPanda; Fantuan; Delivery Hero;
      Toast Takeout; Roofoods: ROOFOODS LTD; Relish Catering; Forkable; Sharebite; Fooda;
      Ritual.co
    `),
  },
  {
    in: 'revenue.rideshare_gig',
    out: 'expenses.travel',
    merchants: names(`
      Getaround; Free Now; Ola Cabs; DiDi Rides: DIDI MOBILITY; Curb Mobility; Hipcamp; Outdoorsy;
      RVshare; Trip.com; Hopper App: HOPPER INC; HomeAway: VRBO HA PMTS, HA PMTS; Evolve Vacation;
      Vacasa; Sonder Stays; Peerspace; Uber Driver = UBER DRIVER, UBER BV, UBER PARTNER
    `),
  },
  {
    in: 'revenue.rideshare_gig',
    out: 'expenses.contractors',
    merchants: names(`
      Wonolo; Roadie Inc; Spark Driver: WALMART SPARK, DDI BRANCH; Amazon Flex; GoShare; Dolly
      Inc; 99designs; PeoplePerHour; Guru.com; Contra HQ; Catalant; Airtasker; Handy Technologies;
      Braintrust; Gigster; Field Nation; WorkMarket; Shipt Shopper; Instacart Shopper; Veho Tech;
      Remote.com Contractor; Oyster HR; Papaya Global; Gun.io; Arc.dev; Designcrowd; Penji
    `),
  },
  {
    in: 'revenue.invoice_payment',
    out: 'expenses.bill_pay',
    merchants: names(`
      Paymentus; Corpay One; MineralTree; Nvoicepay; Stampli; Viewpost; PaySimple; Invoiced Inc;
      Invoice2go; Invoice Ninja; Billtrust; Versapay; Priority Commerce; AnyBill; Airbase Inc;
      Invoicera; Chaser Payments; Crezco; Zahara; Lightyear Pay; Nickel Payments; Relay Bill Pay;
      Bill.com = BILL COM, BILLCOM, DIVVYPAY BILL; AvidXchange: AVIDPAY SERVICE; CheckFree: CHECK
      FREE; Intuit Deposit = INTUIT DEPOSIT, INTUIT PYMT, INTUIT TRAN FEE DEPOSIT, QUICKBOOKS
      PAYMENTS
    `),
  },
  {
    in: 'revenue.subscription',
    out: 'fees.merchant_processing',
    merchants: names(`
      Chargify; Maxio; Zuora; Rebilly; Wodify; Pike13; WellnessLiving; Zen Planner; ClubReady; ABC
      Fitness: ABC FINANCIAL; Memberstack; Circle.so; Mighty Networks; Thinkific Payments; Podia
      Payout; Ko-fi; Buy Me a Coffee: BUYMEACOFFEE; Ezidebit; Debitsuccess; Bizeebuy; Rotessa;
      VersaPay Recurring
    `),
  },
  {
    in: 'revenue.subscription',
    out: 'expenses.software',
    merchants: names(`Paddle = PADDLE NET, PADDLE COM; FastSpring; 2Checkout; Gumroad`),
  },
  {
    in: 'revenue.insurance_claims',
    out: 'expenses.benefits',
    merchants: names(`
      Ambetter; WellCare; Highmark; Independence Blue Cross: INDEPENDENCE BLUE; CareFirst;
      Premera; Regence; Tufts Health; Harvard Pilgrim; Health Net; Florida Blue; Horizon BCBS:
      HORIZON BCBSNJ; EmblemHealth; Healthfirst; AmeriHealth; UPMC Health; Geisinger Health;
      SelectHealth; Meritain; GEHA; WPS Health: WPS MEDICARE, WISCONSIN PHYSICIANS; First Coast
      Service Options: FCSO; National Government Services: NGS MEDICARE; Change Healthcare;
      Availity; InstaMed; Davis Vision; EyeMed; United Concordia; Guardian Dental; DentaQuest;
      Liberty Dental; VA Community Care: OPTUM VA; TriWest; HealthPartners; CareSource; Buckeye
      Health; Medi-Cal: MEDI CAL FI; MassHealth; TennCare; Superior HealthPlan; Amerigroup;
      Sunshine Health; Magellan Health; Beacon Health; Carelon; Allwell; Bright Health; Devoted
      Health; Alignment Health; Clover Health; Oxford Health Plans; Medical Mutual: MEDICAL MUTUAL
      OH; Priority Partners; LA Care; Inland Empire Health; CalOptima; Sutter Health Plan;
      Providence Health Plan; Moda Health; PacificSource; Blue Shield of CA: BSC CLAIM; HCSC: HCSC
      HCCLAIMPMT; Excellus; Univera; Fidelis Care; MVP Health; CDPHP; Superior Vision
    `),
  },
  {
    in: 'revenue.freight_settlement',
    out: 'cogs.freight',
    merchants: names(`
      Worldwide Express; Nolan Transportation: NTG FREIGHT; MoLo Solutions; GlobalTranz;
      Transplace; Werner Enterprises; Swift Transportation; Knight Transportation; Hub Group;
      Ryder Logistics; Penske Logistics; FedEx Freight: FXFE; UPS Freight: TFORCE FREIGHT; Averitt
      Express; Dayton Freight; Southeastern Freight; Central Transport; AAA Cooper; Forward Air;
      Roadrunner Transport+; YRC Freight; Ward Trucking; Pitt Ohio; Kuehne Nagel; Expeditors Intl:
      EXPEDITORS; DSV Air & Sea: DSV AIR; DB Schenker; Maersk; Hapag-Lloyd; CMA CGM; MSC
      Mediterranean; Flexport; Freightos; Allen Lund; Armstrong Transport; England Logistics; Spot
      Freight; BlueGrace; Redwood Logistics; Loadsmart; Amazon Relay; Toll Group; Mainfreight;
      Palletline; Day & Ross; Bison Transport; Purolator Freight; TransAm Trucking; Trinity
      Logistics; Sunset Transportation; Nexterus; Unishippers; Ascent Global; US Xpress; Heartland
      Express; Covenant Transport; Matson Navigation; Crowley Maritime; Evergreen Line; Yellow
      Freight; Navisphere; Wallenius; Border Express
    `),
  },
  {
    in: 'revenue.rental',
    out: 'expenses.rent',
    merchants: names(`
      Rent Manager; Cozy Services; PayRent; Zillow Rentals = ZILLOW RENTAL+; Apartments.com;
      TenantCloud; Innago; Rentec Direct; ResMan; PropertyWare; OpenRent; RentPayment; PayLease:
      ZEGO PAYLEASE, ZEGO PAY; Domuso; RentTrack; Flex Rent: GETFLEX; Baselane; Hemlane; DoorLoop;
      Rentberry; Landlord Studio; Propertyware; RentRedi; Stessa; Spacebase; Liquidspace
    `),
  },
  {
    in: null,
    out: 'expenses.rent',
    merchants: names(`
      WeWork; Regus; IWG: IWG PLC; Industrious: INDUSTRIOUS OFFICE; Spaces Coworking; Servcorp;
      Davinci Virtual; Alliance Virtual; Opus Virtual Offices; Simon Property: SIMON PROPERTY
      GROUP; Kimco Realty; Prologis; Regency Centers; Brixmor; Federal Realty; CBRE; Cushman
      Wakefield: CUSHMAN & WAKEFIELD; Colliers; JLL Property: JONES LANG LASALLE; Greystar; Equity
      Residential; AvalonBay; Camden Property; Lincoln Property; RPT Realty; Macerich; Brookfield
      Properties; Link Logistics; Duke Realty; EastGroup; Public Storage Business; Kilroy Realty;
      Boston Properties; Vornado; SL Green; Landsec; British Land; Workspace Group; Bizspace; Sola
      Salons: SOLA SALON STUDIOS; Phenix Salon; Salons by JC; MySalon Suite; CloudKitchens;
      Kitchen United; Reef Kitchens; Goodman Group; Dexus; Vicinity Centres; Scentre Group;
      RioCan; SmartCentres; Cadillac Fairview; Oxford Properties; First Capital Realty
    `),
  },
  {
    in: null,
    out: 'expenses.payroll',
    merchants: names(`
      Zenefits; Namely Payroll; APS Payroll; Wave Payroll; Deluxe Payroll; ProService Hawaii;
      CoAdvantage; Vensure; Engage PEO; AlphaStaff; BBSI: BARRETT BUSINESS SERV+; G&A Partners:
      G&A OUTSOURCING; Asure Payroll; iSolved; Humi Payroll; Payworks; Employment Hero; KeyPay;
      BrightPay; Sage Payroll; Moneysoft; CertiPay; Netchex; PrimePay; Fingercheck; Homebase
      Payroll: HOMEBASE PAY; Roll by ADP; Everee; Checkwriters; Big Fish Payroll; Payroll Network;
      AccountEdge Payroll; MyPayrollHR; Viventium; Paypro Corp; Proliant; Greenshades; ConnectPay;
      Journyx; Complete Payroll; Payroll Vault; Nextep Payroll; Decimal Payroll; Frankcrum; Tandem
      HR; XcelHR; Tilson HR; Workday Payroll; Deel Payroll; PayrollHero; Xero Payroll; QuickBooks
      Payroll = QUICKBOOKS PAYROLL, INTUIT PAYROLL S; Staff wages = BACS SALARIES, BACS PAYROLL
    `),
  },
  {
    in: null,
    out: 'expenses.staffing_agency',
    merchants: names(`
      Snagajob; Bluecrew; Spherion; Kforce; TEKsystems; Insight Global; Allegis; TrueBlue Inc;
      Staffmark; Volt Workforce; Elwood Staffing; Surge Staffing; Remedy Staffing; Aquent;
      Creative Circle; Hays Specialist; AMN Healthcare; Cross Country Healthcare; Reed
      Recruitment: REED SPECIALIST; Michael Page; Blue Arrow; Prologistix; Onin Staffing; Nesco
      Resource; AppleOne; Hirequest; Tradesmen International: TRADESMEN INTL; CLP Resources;
      PeopleShare; Syft App; Coople; Qwick Inc; Shiftgig; Jitjatjo; Nursefly; ShiftKey;
      IntelyCare; Lyneer Staffing; Integrity Staffing; Debbie's Staffing; Trillium Staffing;
      Pridestaff; Westaff; Hudson RPO; Programmed Skilled; Chandler Macleod; Workpac; Manpower
      Group
    `),
  },
  {
    in: 'income.vendor_refund',
    out: 'expenses.benefits',
    merchants: names(`
      NEST Pension = NEST PENSION, NEST CORPORATION, NEST IP; Smart Pension; Now Pensions; Royal
      London; The People's Pension = PEOPLES PENSION, B&CE; Scottish Widows; Standard Life; Aegon;
      Vitality Health; AXA PPP; Lincoln Financial: LINCOLN NATL, LINCOLN LIFE, LINCOLN NATIONAL;
      Transamerica; John Hancock; Voya: VOYA FINANCIAL; Nationwide Retirement; ADP 401k = ADP
      401K; Paychex Retirement = PAYCHEX RETIRE+; Fidelity 401k = FIDELITY 401K; Vestwell;
      ForUsAll; Ubiquity Retirement; Betterment 401k = BETTERMENT 401K; Gusto Benefits = GUSTO
      BENEFIT+; Ameritas; Optum Bank; Lively HSA: LIVELY INC; HSA Bank; FSAFEDS; WageWorks; TASC:
      TOTAL ADMINISTRATIVE; BenefitWallet; Navia Benefit; Discovery Benefits; PayFlex; Igoe;
      AustralianSuper; Rest Super; Cbus Super: CBUS; HESTA; SuperChoice; Sunsuper; Canada Life:
      GREAT WEST LIFE; Manulife; Green Shield; Medavie; Pacific Blue Cross; TIAA; Securian;
      Standard Insurance = STANDARD INSURANCE CO; Kaiser Foundation = KAISER FOUNDATION, KAISER
      PERMANENTE; Legal & General Pension; Simplyhealth; Westfield Health; WPA Healthcare;
      Medibank; NIB Health: NIB HEALTH; HCF Health; Symetra; Reliance Standard; Sun Life
      Financial; Mutual of America; American Fidelity; Allstate Benefits; Trustmark Benefits;
      Assurity; Delta Dental Premium; Catch Benefits; Take Command Health; PeopleKeep;
      SimplyInsured; Ease Benefits; BCBS Premium
    `),
  },
  {
    in: 'income.tax_refund',
    out: 'taxes.state',
    merchants: names(`
      Alabama Revenue = ALA DEPT OF REV, ALABAMA DEPT OF REV; Delaware Division of Revenue = DE
      DIV OF REVENUE; Virginia Taxation = VA DEPT TAXATION, VA DEPT OF TAXATION, VA DEPT TAX;
      Oklahoma Tax = OKLAHOMATAXPMTS; Idaho Tax Commission = ID ST TAX COM+, IDAHO ST TAX; Utah
      Tax Commission = UTAH STATE TAX, UTAH ST TAX; Michigan Treasury = STATE OF MICH TAX, MI
      TREASURY, MICHIGAN TREASURY; Ohio Taxation = OHIO DEPT TAX+, OH TAX; Rhode Island Taxation =
      RI DIV OF TAX+; Massachusetts Revenue = MASS DOR, MASS DEPT OF REV, MA DOR; Connecticut
      Revenue Services = CT DRS, CT DOR; Minnesota Revenue = MN DEPT OF REV+; Vermont Taxes = VT
      DEPT OF TAX+; Georgia Revenue = GEORGIA ITS TAX, GA DOR; Indiana Revenue = INTAX, IN DEPT OF
      REV; Kentucky Revenue = KY DOR; New Hampshire Revenue = NH DRA; Oregon Revenue = OREGON DEPT
      REV, OR DEPT REV; Louisiana Revenue = LA DEPT OF REV; Maine Revenue Services = ME REV SVCS,
      MAINE REVENUE; Maryland Comptroller = COMP OF MARYLAND, COMP OF MD; South Carolina Revenue =
      SCDOR, SC DEPT OF REV; West Virginia Tax = WV STATE TAX, WVTAX; Illinois Revenue = IL DEPT
      OF REV, ILLINOIS DEPT OF REV; Wisconsin Revenue = WI DEPT REV+, WI DEPT OF REV; Iowa Revenue
      = IA DEPT OF REV, IOWA DEPT OF REV; Kansas Revenue = KS DEPT OF REV; Nebraska Revenue = NE
      DEPT OF REV; Arizona Revenue = AZ DEPT OF REV, ADOR; Colorado Revenue = CO DEPT REVENUE;
      Hawaii Taxation = HI DEPT OF TAX+
    `),
  },
  {
    in: 'income.tax_refund',
    out: 'taxes.sales',
    merchants: names(`
      California Fee Administration = CA DEPT TAX FEE, CA DEPT TAX & FEE; Washington Excise = WA
      DEPT REVENUE, WA DOR; Texas Comptroller = TX COMPTROLLER, TEX COMPTROLLER; New Mexico Gross
      Receipts = NM TAX & REV, NM TRD; Nevada Taxation = NV DEPT TAXATION, NV DEPT OF TAX+; South
      Dakota Revenue = SD DEPT OF REV; Tennessee Revenue = TN STATE REVENUE, TN DEPT OF REV;
      Vertex Tax; Sovos Compliance
    `),
  },
  {
    in: 'income.tax_refund',
    out: 'taxes.payroll',
    merchants: names(`
      ADP Tax = ADP TAX; Paychex Taxes = PAYCHEX TPS; Washington Employment Security = WA ESD, ESD
      WA, EMPLOYMENT SECURITY DEPT; Texas Workforce = TWC TAX, TEXAS WORKFORCE COMM+; New Jersey
      Employer = NJ GROSS INCOME TAX, NJ UI; Paid family leave = WA PFML, PAID FAMILY LEAVE; Ohio
      Job Services = ODJFS; Florida Reemployment = FL REEMPLOY+; New York Employment = NYS DOL UI
      TAX; Pennsylvania Unemployment = PA UC FUND; Michigan Unemployment = MI UIA; WSIB: WSIB
      PREMIUM; Payroll tax office = STATE WITHHOLDING
    `),
  },
  {
    in: 'income.insurance_payout',
    out: 'expenses.insurance',
    merchants: names(`
      Acuity Insurance: ACUITY INS; Auto-Owners: AUTO OWNERS; Cincinnati Insurance: CINCINNATI
      INS; CNA Insurance: CNA INS; Markel; Philadelphia Insurance: PHILADELPHIA INS; Great
      American Insurance: GREAT AMERICAN INS; Safeco; Esurance; Kemper; Infinity Insurance:
      INFINITY INS; Bristol West; Dairyland; National General: NATL GENERAL, NATIONAL GEN INS; The
      General Insurance: GENERAL INSURANCE; Grange Insurance; Westfield Insurance: WESTFIELD INS;
      Sentry Insurance; Selective Insurance: SELECTIVE INS; Hanover Insurance: HANOVER INS; Utica
      National; Penn National Insurance; Farm Bureau Insurance: FARM BUREAU; Shelter Insurance;
      Country Financial; Amica; Plymouth Rock; Arbella; NJM Insurance: NJM; Texas Mutual; State
      Compensation Fund: STATE COMP INS, SCIF; ICW Group; Zenith Insurance; Pinnacol; Ohio BWC:
      OHIO BWC, BWC OHIO; SAIF Corporation; Labor & Industries = LABOR&INDUSTRIES, LABOR &
      INDUSTRIES, WA L&I; CompSource; MEMIC; Vermont Mutual; Foremost Insurance: FOREMOST INS;
      American Modern; Hagerty; Assurant; Asurion; Allianz; Zurich Insurance: ZURICH INS; QBE
      Insurance: QBE; AIG: AIG INSURANCE; RSA Insurance; Churchill Insurance; Hastings Direct; LV
      Insurance = LV INSURANCE, LIVERPOOL VICTORIA; Esure; NFU Mutual; Ageas; Intact Insurance;
      Wawanesa; Economical Insurance; Co-operators; ICBC; SGI Canada; Belairdirect; NRMA; AAMI;
      GIO Insurance; Suncorp Insurance; RACV; RACQ; Budget Direct; icare Workers = ICARE WORKERS,
      ICARE NSW; WorkSafeBC: WORKSAFE BC; WorkCover; Globe Life; Primerica; Colonial Penn; Gerber
      Life; Banner Life; Protective Life; Lincoln Heritage; Ethos Life; Haven Life; Bestow;
      CoverWallet; Insureon; Vouch Insurance; Hippo Insurance; US Premium Finance; Capital
      Premium; National Partners PFCO; Close Brothers Premium: CLOSE BROS PREMIUM; Premium Credit
      = PREMIUM CREDIT; Standard Premium; ePayPolicy; Applied Pay; Tivly; Huckleberry Insurance;
      Cerity; Foresight Insurance; Berxi; Northland Insurance; Canal Insurance; Great West
      Casualty; OOIDA; Old Republic; Sompo; Tokio Marine; Nautilus Insurance; Scottsdale
      Insurance: SCOTTSDALE INS; Burns & Wilcox; RT Specialty; AmWINS; Brown & Brown; Gallagher
      Insurance: ARTHUR J GALLAGHER; Hub International: HUB INTL; Marsh Insurance: MARSH USA; Aon
      Risk; Lockton; Acrisure; USI Insurance; Goosehead; AssuredPartners; Trupanion; Healthy Paws;
      Nationwide Pet; State National; Kin Insurance; Texas Farm Bureau; Alfa Insurance; Southern
      Farm Bureau; Church Mutual; GuideOne; Brotherhood Mutual; Federated Mutual; Society
      Insurance; West Bend Mutual; Secura Insurance; Frankenmuth; Hastings Mutual; Encova;
      Builders Mutual; FCCI Insurance; Summit Holdings; Bridgefield
    `),
  },
  {
    in: null,
    out: 'debt.auto_loan',
    merchants: names(`
      Hyundai Motor Finance: HYUNDAI MOTOR FI+, HYUNDAI MTR FI+; Kia Finance: KIA MOTORS FIN, KMF;
      Mazda Financial: MAZDA FIN+; Volvo Car Financial: VOLVO CAR FIN+; Porsche Financial; Audi
      Financial; Lexus Financial: LEXUS FIN+; Infiniti Financial; Harley-Davidson Credit: HARLEY
      DAVIDSON FIN+, EAGLEMARK; Yamaha Finance; Sheffield Financial; Roadrunner Financial; Octane
      Lending; Regional Acceptance; DriveTime; Lobel Financial; Consumer Portfolio Services: CPS
      AUTO; American Credit Acceptance; Global Lending Services; Flagship Credit; Veros Credit;
      First Investors Fin+; Black Horse Finance: BLACK HORSE; MotoNovo; Close Brothers Motor;
      Moneybarn; Alphera; Blue Motor Finance; Oodle Car Finance; Latitude Auto; Stellantis
      Financial: STELLANTIS FIN; Mitsubishi Motors Credit; Truist Auto; Huntington Auto; Fifth
      Third Auto; PNC Auto; BMO Auto; Scotia Dealer; Navy Federal Auto; USAA Auto Loan; RBC Auto;
      VW Financial: VOLKSWAGEN FIN+; PCP Car Finance; Zuto; Carvana Finance: BRIDGECREST
    `),
  },
  {
    in: null,
    out: 'debt.mortgage_payment',
    merchants: names(`
      Planet Home Lending; Cardinal Financial; Veterans United; Movement Mortgage; Guaranteed
      Rate; CrossCountry Mortgage; AmeriHome; Citizens Mortgage; Truist Mortgage; US Bank Home
      Mortgage: US BANK HOME MTG; PNC Mortgage; Arvest Mortgage; Midland Mortgage: MIDFIRST;
      Specialized Loan Servicing: SPECIALIZED LOAN; Ocwen; Rushmore Loan; Selene Finance; Fay
      Servicing; BSI Financial; LoanCare; RoundPoint; Provident Funding; Nationwide Mortgage =
      NATIONWIDE MORTGAGE; Halifax Mortgage; Santander Mortgage; Barclays Mortgage; Kensington
      Mortgage; Paragon Bank; The Mortgage Works; Accord Mortgages; Skipton; Leeds Building
      Society; Coventry Building Society: COVENTRY BS; Yorkshire Building Society: YORKSHIRE BS;
      First National Financial; MCAP; Home Trust; Street Capital; CMLS Financial; Newrez = NEWREZ
    `),
  },
  {
    in: 'debt.credit_card_payment',
    out: 'debt.credit_card_payment',
    merchants: names(`
      TD Card = TD CREDIT CARD, TD VISA, TD RETAIL CARD; RBC Card = RBC VISA, RBC MASTERCARD; BMO
      Mastercard; Scotia Visa; MBNA; CIBC Card = CIBC VISA, CIBC MASTERCARD; Virgin Money Card;
      Tesco Bank Card; Halifax Card; HSBC Card = HSBC CREDIT CARD, HSBC CARD; Lloyds Card = LLOYDS
      BANK CREDIT CARD; NatWest Card = NATWEST CREDIT CARD, NATWEST MASTERCARD; Vanquis; Aqua
      Card; NewDay; ANZ Card = ANZ CREDIT CARD; Westpac Card = WESTPAC CARDS; CommBank Card =
      COMMBANK CREDIT CARD; Brex: BREX INC; Ramp Card: RAMP COM, RAMP STATEMENT; Emburse; PEX
      Card; Bread Financial; Target Card = TARGET CARD SRVC, TARGET REDCARD; Kohl's Card = KOHLS
      CHG PMT, KOHLS CARD; Macy's Card = DEPT STORE NATL, MACYS CARD; Best Buy Card = BESTBUY CC,
      BEST BUY CARD; Synchrony Pay = SYF PAYMNT, SYNCHRONY; Amazon Store Card = AMZ STORECRD,
      AMAZON STORE CARD; PayPal Credit; CareCredit: CARE CREDIT; FNBO: FNB OMAHA CC; Regions Card;
      Truist Card; Fifth Third Card; KeyBank Card; Huntington Card; PenFed Card; Mission Lane;
      Petal Card; Indigo Card; Ollo Card; Bank of America Card = BANKAMERICARD, BK OF AMER MC, BOA
      VISA; US Bank Card = CARDMEMBER SERVICES, CARDMEMBER SVC; Costco Citi = COSTCO ANYWHERE
      VISA; PNC Card = PNC CREDIT CARD, PNC BANK CARD; Wells Fargo Card = WF BUS CREDIT, WELLS
      FARGO CREDIT CARD; Cabela's Card = CABELAS CLUB VISA; Tractor Supply Card = TSC CREDIT CARD
    `),
  },
  {
    in: 'debt.loan_proceeds',
    out: 'debt.personal_loan_payment',
    merchants: names(`
      Achieve Loan; Happy Money; Reach Financial; Upgrade Loan = UPGRADE INC, UPGRADE LOAN;
      Republic Finance; Regional Finance; Security Finance; Heights Finance; Lendmark; Sunset
      Finance; 1st Franklin; Omni Financial; Integra Credit; Net Pay Advance; Check N Go; Amscot;
      TitleMax; LoanMax; Big Picture Loans; Plain Green; Blue Trust Loans; Mobiloans; Zopa;
      RateSetter; Everyday Loans; Likely Loans; Lendable; Oakbrook; Provident Financial; Amigo
      Loans; Lending Stream; QuickQuid; Cashfloat; Nimble Loans; Cash Converters; MoneyMe;
      SocietyOne; Plenti; Wisr; Fairstone Financial; Easyfinancial: GOEASY; Money Mart; Borrowell; Sunshine
      Loans; Oportun: OPORTUN INC; Kikoff; Self Lender: SELF FINANCIAL; Best Egg Loan; Universal
      Credit Loan; Harmoney; Novuna: HITACHI PERSONAL; Hitachi Capital
    `),
  },
  {
    in: 'debt.card_cash_advance',
    out: 'debt.personal_loan_payment',
    merchants: names(`
      MoneyLion Instacash: INSTACASH; Tilt Finance; Beem App; Vola Finance; Wagestream; Beforepay;
      Wagetap; Chime MyPay; Possible Advance; Cash Advance App; Dave = DAVE INC; FloatMe Corp;
      Grid Advance; Brigit Advance; Rain Instant Pay; Clair Wage; ZayZoon; Tapcheck; Branch
      Wallet; Even Instapay
    `),
  },
  {
    in: 'debt.student_loan',
    out: 'debt.student_loan',
    merchants: names(`
      ECSI: HEARTLAND ECSI; Granite State Loan; KHESLC; PHEAA; SoFi Student; CommonBond; Laurel
      Road; Ascent Student; College Ave; NSLSC; OSAP; Citizens Student Loan; Student Loans Company
      = STUDENT LOANS CO, SLC REPAYMENT; Nelnet Student: NELNET LOAN, NELNET STUDENT; MOHELA
      Student: MOHELA STUDENT LN; Firstmark Services; ED Financial
    `),
  },
  {
    in: 'income.vendor_refund',
    out: 'debt.bnpl',
    merchants: names(`
      Laybuy; Humm Group; Openpay; Sunbit; Bread Pay; Katapult; PayBright; Uplift; PayItMonthly;
      Snap Finance; Acima; Koalafi; Progressive Leasing: PROG LEASING; Zip Co: ZIP CO, QUADPAY;
      Scalapay; Four Pay; Zilch; Affirm Pay: AFFIRM PAY; Klarna Payment = KLARNA; Flexiti; Butter
      Pay; Shop Pay Installments; Billie BNPL
    `),
  },
  {
    in: 'transfers.investment',
    out: 'transfers.investment',
    merchants: names(`
      Wealthsimple; Questrade; CommSec; SelfWealth; Raiz Invest; Spaceship Invest; Trading 212;
      Freetrade; eToro; Nutmeg; AJ Bell; Interactive Investor; Moneybox; IG Markets; Fundrise;
      YieldStreet; RealtyMogul; TreasuryDirect: TREASURY DIRECT; Ellevest; Firstrade; tastytrade:
      TASTYWORKS; Apex Clearing; Pershing LLC; LPL Financial: LPL FIN+; Stifel; Janney; UBS
      Financial; Wells Fargo Advisors; Ally Invest; Altruist; Acorns Invest; Computershare
      Purchase; Equiniti; Vanguard Buy: VANGUARD BUY; Masterworks; Groundfloor
    `),
  },
  {
    in: 'transfers.crypto',
    out: 'transfers.crypto',
    merchants: names(`
      Robinhood Crypto; Swyftx; CoinSpot; BTC Markets; Independent Reserve; CoinJar; Bitbuy;
      Newton Crypto; Shakepay; NDAX; Ledger SAS; Luno Exchange; OKX; KuCoin; Bybit; Bitfinex;
      Bittrex; Coinmama; CoinFlip; Bitcoin Depot; Athena Bitcoin; Zero Hash; Foris Dax: FORIS;
      Simplex Payments; Banxa; Transak; River Financial; Swan Bitcoin; Gemini Trust; Celsius
      Network; Nexo; Bitvavo
    `),
  },
  {
    in: null,
    out: 'debt.garnishment_levy',
    merchants: names(`
      Sheriff levy = SHERIFF LEVY, SHERIFFS OFFICE LEVY, COUNTY SHERIFF LEVY; Marshal levy = US
      MARSHAL, CITY MARSHAL; Wage garnishment = WAGE GARNISHMENT, GARNISHMENT ORDER; Third party
      demand = REQUIREMENT TO PAY CRA, THIRD PARTY DEMAND; Attachment = ATTACHMENT OF EARNINGS,
      WRIT OF ATTACHMENT, TURNOVER ORDER
    `),
  },
  {
    in: null,
    out: 'expenses.child_support',
    merchants: names(`
      MiSDU; FLSDU; CA SDU; NYS SDU; TX SDU; OH CSPC; PA SCDU; Family Support Payment: FAMILY
      SUPPORT PAY; Family Responsibility Office; Child Support Agency; Child Maintenance Service:
      CHILD MAINTENANCE; Kansas Payment Center; NC CSE: NC CHILD SUPPORT; Georgia Family Support;
      ND DHS CSD; Cal State Disbursement
    `),
  },
  {
    in: 'income.government_benefit',
    out: null,
    merchants: names(`
      Social Security = XXSOC SEC, XXSUPP SEC, SSA; EDD Unemployment = EDD UI DEPOSIT, NC DES, NYS
      DOL; Department for Work and Pensions: DWP; Working tax credit = HMRC CHILD BENEFIT, WORKING
      TAX CREDIT; Canada Child Benefit = CANADA CHILD BENEFIT, CCB, CANADA FED; Employment
      Insurance = EI CANADA, EMPLOYMENT INSURANCE; Services Australia: CENTRELINK; Veterans
      Benefits = VA BENEFIT, XXVA BENEF; Old Age Security = OLD AGE SECURITY, CPP CANADA;
      JobSeeker = JOBSEEKER; Carers Allowance = CARERS ALLOWANCE; State disability = STATE
      DISABILITY, SDI BENEFIT
    `),
  },
  {
    in: 'income.pension',
    out: null,
    merchants: names(`
      CalPERS: CALPERS; CalSTRS: CALSTRS; OPM Retirement = OPM1 TREAS, XXCIV SERV; NYSLRS;
      Teachers Pension = TEACHERS PENSION+, TEACHERS RETIREMENT; TRS Texas = TRS OF TEXAS; PSERS;
      Railroad pension = RRB TREAS; DFAS Retired Pay = DFAS RETIRED, MIL RETIRE+; State Pension =
      STATE PENSION; PBGC; Fidelity Pension = FIDELITY PENSION
    `),
  },
]
